import COpenCaptureProcessing
import OpenCaptureMediaSamples

extension PixelBufferPools {
  /// The reused memory for results; a consumer that keeps many causes allocations, but no dropped frames.
  static var outputs: PixelBufferPools { PixelBufferPools(whenExhausted: .allocates) }
}

extension Frame {
  /// Lets `body` draw a BGRA picture of the same size, in place if the picture has no other holders.
  ///
  /// - Parameter format: The format to read. Nil keeps the format of pixels and decodes to BGRA. Default: BGRA.
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
  /// Reads the first plane through a pointer, which is valid within `body` only.
  func withSource<Result>(_ body: (cprocessing_source) throws -> Result) rethrows -> Result {
    let stride = planes[0].bytesPerRow
    return try withUnsafePlane(0) { bytes in
      try body(cprocessing_source(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: stride))
    }
  }

  /// Writes the first plane through a pointer, which is valid within `body` only.
  mutating func withTarget<Result>(_ body: (cprocessing_target) throws -> Result) throws -> Result {
    let stride = planes[0].bytesPerRow
    return try withUnsafeMutablePlane(0) { bytes in
      try body(cprocessing_target(bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: stride))
    }
  }
}

extension cprocessing_source {
  init(_ target: cprocessing_target) { self.init(bytes: target.bytes, stride: target.stride) }
}
