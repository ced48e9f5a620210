import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// The memory that a processor writes to where it can't write in place; the same again and again.
struct OutputBuffers: Sendable {
  private var pool: PixelBufferPool?

  /// A buffer whose content is undefined.
  mutating func makeBuffer(
    format: PixelFormat, dimensions: VideoDimensions
  ) throws(MediaError) -> PixelBuffer {
    let pool = try pool(format, dimensions)
    do throws(MediaError) {
      return try pool.makeBuffer()
    } catch {
      guard error.code == .poolExhausted else { throw error }
      // Somebody keeps many frames: that costs memory of theirs, no frame.
      return try PixelBuffer(format: format, width: dimensions.width, height: dimensions.height)
    }
  }

  /// A copy of another size; the buffer itself where it has that size.
  mutating func scale(
    _ buffer: PixelBuffer, to size: VideoDimensions, filter: ScalingFilter
  ) throws(MediaError) -> PixelBuffer {
    let pool = try pool(buffer.format, size)
    do throws(MediaError) {
      return try buffer.scaled(to: size, filter: filter, into: pool)
    } catch {
      guard error.code == .poolExhausted else { throw error }
      return try buffer.scaled(to: size, filter: filter)
    }
  }

  /// The pool of these buffers; a new one where the last frame was different.
  private mutating func pool(
    _ format: PixelFormat, _ dimensions: VideoDimensions
  ) throws(MediaError) -> PixelBufferPool {
    if let pool {
      let layout = pool.layout
      if layout.format == format, layout.width == dimensions.width, layout.height == dimensions.height {
        return pool
      }
    }
    let new = try PixelBufferPool(format: format, width: dimensions.width, height: dimensions.height)
    pool = new
    return new
  }
}

extension Frame {
  /// Lets `body` make a BGRA picture as large as this one from it, in place where nobody else holds it.
  ///
  /// - Parameter format: The format to read; nil takes pixels as they are, and decodes to BGRA.
  mutating func redrawImage(
    as format: PixelFormat? = .bgra, into outputs: inout OutputBuffers,
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
