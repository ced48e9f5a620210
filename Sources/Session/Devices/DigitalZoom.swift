import OpenCaptureFlow
import OpenCaptureMediaSamples

/// Crops the middle out of frames, and scales it up to their size.
struct DigitalZoom: Sendable {
  private var pools: [PixelFormat: PixelBufferPool] = [:]

  /// The frame, zoomed in; as it is where the factor is 1 or it can't be.
  mutating func apply(_ factor: Double, to sample: SampleBuffer) -> SampleBuffer {
    guard factor > 1, let zoomed = try? zoom(sample, by: factor) else { return sample }
    return sample.replacingImage(zoomed)
  }

  private mutating func zoom(_ sample: SampleBuffer, by factor: Double) throws -> PixelBuffer {
    let source = try sample.image(as: PixelFormat.workable(for: sample.formatDescription))
    let size = source.dimensions
    let (width, height) = (Self.even(Double(size.width) / factor), Self.even(Double(size.height) / factor))
    let part = try source.cropped(
      x: (size.width - width) / 4 * 2, y: (size.height - height) / 4 * 2, width: width, height: height)
    return try part.scaled(to: size, filter: .bilinear, into: pool(source.format, size))
  }

  private static func even(_ length: Double) -> Int { max(2, Int(length / 2) * 2) }

  private mutating func pool(_ format: PixelFormat, _ size: VideoDimensions) throws -> PixelBufferPool {
    if let pool = pools[format], pool.layout.width == size.width, pool.layout.height == size.height { return pool }
    let pool = try PixelBufferPool(format: format, width: size.width, height: size.height)
    pools = [format: pool]
    return pool
  }
}
