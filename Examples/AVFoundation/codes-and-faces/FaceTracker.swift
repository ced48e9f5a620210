import AVFoundation

/// The visible faces, by ID.
final class FaceTracker {
  private var faces: [Int: CGRect] = [:]
  private let didAppear: (Int, CGRect) -> Void
  private let didDisappear: (Int) -> Void

  init(didAppear: @escaping (Int, CGRect) -> Void, didDisappear: @escaping (Int) -> Void) {
    self.didAppear = didAppear
    self.didDisappear = didDisappear
  }

  /// The number of visible faces.
  var count: Int { faces.count }

  /// Records the faces of a frame and reports changes.
  func update(_ objects: [AVMetadataObject]) {
    let visible = objects.compactMap { $0 as? AVMetadataFaceObject }
    for id in Set(faces.keys).subtracting(visible.map(\.faceID)) {
      faces[id] = nil
      didDisappear(id)
    }
    for face in visible {
      if faces[face.faceID] == nil { didAppear(face.faceID, face.bounds) }
      faces[face.faceID] = face.bounds
    }
  }
}
