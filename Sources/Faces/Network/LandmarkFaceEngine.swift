public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A face that a ``LandmarkFaceEngine`` found.
public struct DetectedFace: Sendable, Hashable {
  /// The bounds, in pixels of the picture.
  public var bounds: Rect
  /// The certainty, from 0 to 1.
  public var score: Double
  /// The positions of eyes, nose and mouth, in pixels of the picture.
  public var landmarks: FaceLandmarks

  /// Creates a face.
  public init(bounds: Rect, score: Double, landmarks: FaceLandmarks) {
    self.bounds = bounds
    self.score = score
    self.landmarks = landmarks
  }
}

/// A detector that finds whole faces with landmarks, such as a neural network.
///
/// An engine processes every picture independently and keeps no state. Several threads may call it at the same
/// time. ``FaceEngine`` is the counterpart for cascades.
public protocol LandmarkFaceEngine: Sendable {
  /// The name of the engine, such as `opencv-yunet`.
  var name: String { get }

  /// The version of the underlying library, such as `4.6.0`.
  var version: String { get }

  /// Returns the faces in a picture, without duplicates.
  ///
  /// - Parameters:
  ///   - picture: The upright picture, in `PixelFormat.bgra`.
  ///   - minimumScore: The lowest score to return; above 0, at most 1.
  /// - Throws: ``FaceError`` if the engine fails. A picture without faces is no failure.
  func faces(in picture: PixelBuffer, minimumScore: Double) throws(FaceError) -> [DetectedFace]
}
