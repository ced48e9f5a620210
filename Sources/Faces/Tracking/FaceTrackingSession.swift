import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The tracking of faces in a stream of constant size and without jumps.
protocol FaceTrackingSession: Sendable {
  /// The properties of the stream.
  var layout: FaceTrackingLayout { get }

  /// Returns the faces in the next frame, which follows after `interval` seconds.
  mutating func track(
    _ sampleBuffer: SampleBuffer, after interval: Double, nextID: inout Int
  ) throws -> [FaceObject]

  /// Returns the faces that ``track(_:after:nextID:)`` found in preceding frames.
  mutating func takeLateFaces() -> [(framesAgo: Int, face: FaceObject)]
}

/// The properties of a stream that a ``FaceTrackingSession`` depends on.
struct FaceTrackingLayout: Sendable, Hashable {
  var dimensions: VideoDimensions
  var orientation: ImageOrientation
  var options: FaceTracker.Options
}
