import Fixtures
package import OpenCaptureMediaSamples
import OpenCapturePictures

/// Frames as a camera gives them that encodes each as a JPEG file.
package struct MotionJPEG: Sendable {
  /// What the camera says of them.
  package let description: FormatDescription
  private let scene: MovingPicture
  private let leavesTablesOut: Bool

  /// - Parameter leavesTablesOut: Whether frames have no Huffman tables.
  package init(
    _ dimensions: VideoDimensions = VideoDimensions(width: 96, height: 64), leavesTablesOut: Bool = false
  ) {
    (description, scene) = (FormatDescription(codec: .jpeg, dimensions: dimensions), MovingPicture(dimensions))
    self.leavesTablesOut = leavesTablesOut
  }

  /// The bytes of a frame as the camera gives it.
  package func bytes(_ frame: Int) throws -> [UInt8] {
    let whole = try wholeBytes(frame)
    return leavesTablesOut ? whole.withoutHuffmanTables : whole
  }

  /// The bytes of a frame with all its tables.
  package func wholeBytes(_ frame: Int) throws -> [UInt8] {
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

extension [UInt8] {
  /// A JPEG file without its Huffman tables.
  package var withoutHuffmanTables: [UInt8] {
    var file = self
    for segment in (JPEGHeader(span.bytes)?.segments ?? []).reversed()
    where segment.marker == JPEGHeader.Marker.huffmanTables { file.removeSubrange(segment.range) }
    return file
  }
}
