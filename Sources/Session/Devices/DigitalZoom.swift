import OpenCaptureFlow
import OpenCaptureMediaSamples

/// Crops the middle out of frames, and scales it up to their size.
struct DigitalZoom: Sendable {
  private var pools = PixelBufferPools()

  /// Zooms in on a frame, which stays as it is where the factor is 1 or it can't be.
  mutating func apply(_ factor: Double, to sample: inout SampleBuffer) {
    guard factor > 1, let zoomed = try? zoom(sample, by: factor) else { return }
    sample = sample.replacingImage(zoomed)
  }

  private mutating func zoom(_ sample: SampleBuffer, by factor: Double) throws -> PixelBuffer {
    let source = try sample.image(as: PixelFormat.workable(for: sample.formatDescription))
    let size = source.dimensions
    let (width, height) = (Self.even(Double(size.width) / factor), Self.even(Double(size.height) / factor))
    let part = try source.cropped(
      x: (size.width - width) / 4 * 2, y: (size.height - height) / 4 * 2, width: width, height: height)
    return try part.scaled(to: size, filter: .bilinear, into: pools.pool(format: source.format, dimensions: size))
  }

  private static func even(_ length: Double) -> Int { max(2, Int(length / 2) * 2) }
}
