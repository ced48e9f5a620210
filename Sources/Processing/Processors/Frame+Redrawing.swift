import COpenCaptureProcessing
import OpenCaptureMediaSamples

extension PixelBufferPools {
  /// The memory that a processor writes to where it can't write in place; the same again and again.
  ///
  /// Somebody who keeps many frames pays with memory of theirs, not with frames.
  static var outputs: PixelBufferPools { PixelBufferPools(whenExhausted: .allocates) }
}

extension Frame {
  /// Lets `body` make a BGRA picture as large as this one from it, in place where nobody else holds it.
  ///
  /// - Parameter format: The format to read; nil takes pixels as they are, and decodes to BGRA.
  mutating func redrawImage(
    as format: PixelFormat? = .bgra, into outputs: inout PixelBufferPools,
    _ body: (cprocessing_source, cprocessing_target, VideoDimensions) -> Void
  ) throws {
    try updateImage(as: format) { buffer in
      let dimensions = buffer.dimensions
      let isInPlace = buffer.format == .bgra && buffer.isUniquelyOwned()
      guard !isInPlace else { return try buffer.withTarget { body(cprocessing_source($0), $0, dimensions) } }
      var output = try outputs.makeBuffer(format: .bgra, dimensions: dimensions)
      try output.withTarget { target in buffer.withSource { body($0, target, dimensions) } }
      buffer = output
    }
  }
}

extension PixelBuffer {
  /// Reads the first plane; the pointer must not outlive `body`.
  func withSource<Result>(_ body: (cprocessing_source) throws -> Result) rethrows -> Result {
    let stride = planes[0].bytesPerRow
    return try withUnsafePlane(0) { bytes in
      try body(
        cprocessing_source(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: stride))
    }
  }

  /// Writes the first plane; the pointer must not outlive `body`.
  mutating func withTarget<Result>(_ body: (cprocessing_target) throws -> Result) throws -> Result {
    let stride = planes[0].bytesPerRow
    return try withUnsafeMutablePlane(0) { bytes in
      try body(
        cprocessing_target(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: stride))
    }
  }
}

extension cprocessing_source {
  /// What is written is what is read.
  init(_ target: cprocessing_target) { self.init(bytes: target.bytes, stride: target.stride) }
}
