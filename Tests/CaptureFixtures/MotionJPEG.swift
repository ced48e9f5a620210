import Fixtures
package import OpenCaptureMediaSamples
import OpenCapturePictures

/// Frames as a camera gives them that encodes each as a JPEG file.
package struct MotionJPEG: Sendable {
  /// What the camera says of them.
  package let description: FormatDescription
  private let scene: MovingPicture

  package init(_ dimensions: VideoDimensions = VideoDimensions(width: 96, height: 64)) {
    (description, scene) = (FormatDescription(codec: .jpeg, dimensions: dimensions), MovingPicture(dimensions))
  }

  /// The bytes of a frame.
  package func bytes(_ frame: Int) throws -> [UInt8] {
    try JPEGEncoder(quality: 80).encode(scene.picture(frame, as: .rgb24)).data.withUnsafeBytes { Array($0) }
  }

  /// A frame, which lasts for a 25th of a second.
  package func sample(_ frame: Int, at time: MediaTime, orientation: ImageOrientation = .up) throws -> SampleBuffer
  {
    try sample(of: bytes(frame), at: time, orientation: orientation)
  }

  /// A frame of these bytes.
  package func sample(
    of bytes: [UInt8], at time: MediaTime, orientation: ImageOrientation = .up
  ) throws -> SampleBuffer {
    SampleBuffer(
      dataBuffer: try DataBuffer(copying: bytes.span.bytes), formatDescription: description,
      decoder: PictureDecoder(),
      timing: SampleTiming(presentationTimeStamp: time, duration: MediaTime(value: 1, timescale: 25)),
      orientation: orientation)
  }
}
