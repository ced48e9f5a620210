import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// The detection of faces in single pictures with a ``LandmarkFaceEngine``.
struct LandmarkFinder {
  let engine: any LandmarkFaceEngine
  /// The side of the smallest face, as a fraction of the upright picture's height.
  let minimumFaceSize: Double
  let effort: DetectionEffort

  /// The lowest score of a face; see `Models/README.md`.
  private static let minimumScore = 0.72
  /// The height of the smallest face that is taken from the smaller picture, in pixels.
  private static let smallestLargeFace = 48.0

  /// The size of the smallest face after scaling, in pixels.
  private var smallestFace: Double {
    switch effort {
    case .fast: 12
    case .balanced: 16
    case .thorough: 24
    }
  }

  /// Returns the faces, numbered from 1, the most certain first, in device coordinates.
  ///
  /// A network finds faces of 10 to 300 pixels. Larger ones are found in a picture of a quarter of the size.
  ///
  /// - Throws: `WorkLimitError`, ``FaceError``, `MediaError`, or the errors of the decoder.
  func faces(in sampleBuffer: SampleBuffer, region: Rect) throws -> [FaceObject] {
    let scale = { (size: VideoDimensions) in
      NetworkScale.factor(fraction: minimumFaceSize, height: size.height, smallestFace: smallestFace)
    }
    let large = try ColorPicture(of: sampleBuffer, region: region, scale: scale)
    var found = try engine.faces(in: large.picture, minimumScore: Self.minimumScore)
    try WorkLimit.check()
    let small = try ColorPicture(of: sampleBuffer, region: region) { scale($0) / 4 }
    let factor = Double(large.picture.width) / Double(small.picture.width)
    // Smaller faces have more exact landmarks in the large picture.
    found += try engine.faces(in: small.picture, minimumScore: Self.minimumScore)
      .filter { $0.bounds.height >= Self.smallestLargeFace }.map { $0.scaled(by: factor) }
    return DetectedFace.distinct(found).enumerated().map { index, face in
      FaceObject(
        faceID: index + 1, boundingBox: face.bounds, roll: face.landmarks.roll, yaw: face.landmarks.yaw,
        landmarks: face.landmarks
      ).transformed(by: large.toDevice)
    }
  }
}
