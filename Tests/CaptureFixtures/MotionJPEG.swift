import Fixtures
package import OpenCaptureMediaSamples
import OpenCapturePictures

/// A source of frames encoded as JPEG, as from a camera.
package struct MotionJPEG: Sendable {
  /// The format of the frames.
  package let description: FormatDescription
  private let scene: MovingPicture
  private let leavesTablesOut: Bool

  /// - Parameter leavesTablesOut: Whether frames have no Huffman tables.
  package init(
    _ dimensions: VideoDimensions = VideoDimensions(width: 96, height: 64), leavesTablesOut: Bool = false
  ) {
    description = FormatDescription(codec: .jpeg, dimensions: dimensions)
    scene = MovingPicture(dimensions)
    self.leavesTablesOut = leavesTablesOut
  }

  /// Returns the bytes of a frame as the camera sends them.
  package func bytes(_ frame: Int) throws -> [UInt8] {
    let whole = try wholeBytes(frame)
    return leavesTablesOut ? whole.withoutHuffmanTables : whole
  }

  /// Returns the bytes of a frame with all its tables.
  package func wholeBytes(_ frame: Int) throws -> [UInt8] {
    try JPEGEncoder(quality: 80).encode(scene.picture(frame, as: .rgb24)).data.withUnsafeBytes { Array($0) }
  }

  /// Returns a frame with a duration of 1/25 s.
  package func sample(_ frame: Int, at time: MediaTime, orientation: ImageOrientation = .up) throws -> SampleBuffer
  {
    try sample(of: bytes(frame), at: time, orientation: orientation)
  }

  /// Returns a frame with the given bytes and a duration of 1/25 s.
  package func sample(
    of bytes: [UInt8], at time: MediaTime, orientation: ImageOrientation = .up
  ) throws -> SampleBuffer {
    SampleBuffer(
      data: try DataBuffer(copying: bytes.span.bytes), format: description,
      decoder: PictureDecoder(),
      timing: SampleTiming(presentationTimeStamp: time, duration: MediaTime(value: 1, timescale: 25)),
      orientation: orientation)
  }
}

extension [UInt8] {
  /// The bytes of the JPEG file without its Huffman tables.
  package var withoutHuffmanTables: [UInt8] {
    var file = self
    for segment in (JPEGHeader(span.bytes)?.segments ?? []).reversed()
    where segment.marker == JPEGHeader.Marker.huffmanTables { file.removeSubrange(segment.range) }
    return file
  }
}
