import AVFoundation

/// Who is to be seen: faces by their number, until they go.
final class FaceTracker {
  private var faces: [Int: CGRect] = [:]
  private let came: (Int, CGRect) -> Void
  private let went: (Int) -> Void

  init(came: @escaping (Int, CGRect) -> Void, went: @escaping (Int) -> Void) {
    (self.came, self.went) = (came, went)
  }

  /// How many there are now.
  var count: Int { faces.count }

  /// Takes note of all faces that are to be seen now.
  func update(_ objects: [AVMetadataObject]) {
    let seen = objects.compactMap { $0 as? AVMetadataFaceObject }
    for id in Set(faces.keys).subtracting(seen.map(\.faceID)) {
      faces[id] = nil
      went(id)
    }
    for face in seen {
      if faces[face.faceID] == nil { came(face.faceID, face.bounds) }
      faces[face.faceID] = face.bounds
    }
  }
}
