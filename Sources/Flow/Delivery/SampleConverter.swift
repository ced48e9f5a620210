public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A converter of frames to the requested format, size and orientation, with reused buffers.
public struct SampleConverter: Lockable, Sendable {
  private var pools = PixelBufferPools(poolCount: 4, maximumBufferCount: 16)

  /// Creates a converter without buffers.
  public init() {}

  /// Converts a frame to the requested format and size, and upright if the settings request pixels.
  ///
  /// - Throws: The decoder's error, or `MediaError`.
  public mutating func convert(_ sample: SampleBuffer, to settings: VideoSettings) throws -> SampleBuffer {
    if settings.areSatisfied(by: sample) { return sample }
    guard settings.requiresConversion(of: sample) else {
      return sample.replacingImage(try sample.image(as: .i420FullRange))
    }
    var image = try sample.image(as: settings.pixelFormat ?? PixelFormat.processingFormat(for: sample.format))
    let upright = image.dimensions.upright(sample.orientation)
    if let size = settings.dimensions, size != upright {
      let stored = size.upright(sample.orientation)
      image = try image.scaled(to: stored, into: pools.pool(format: image.format, dimensions: stored))
    }
    if sample.orientation != .up {
      let rotatedSize = image.dimensions.upright(sample.orientation)
      image = try image.uprightCopy(
        sample.orientation, into: pools.pool(format: image.format, dimensions: rotatedSize))
    }
    var result = sample.replacingImage(image)
    result.orientation = .up
    return result
  }
}

/// A function that converts a sample for a consumer, or returns nil if the result follows with the next sample.
///
/// Called by one thread at a time.
package typealias SampleConversion = @Sendable (SampleBuffer) throws -> SampleBuffer?

extension SampleConverter {
  /// Returns a conversion with its own buffer pools, which reads the settings before each sample.
  package static func conversion(to settings: @escaping @Sendable () -> VideoSettings) -> SampleConversion {
    let converter = Locked(SampleConverter())
    return { sample in
      let settings = settings()
      return settings.areSatisfied(by: sample)
        ? sample : try converter.withLock { try $0.convert(sample, to: settings) }
    }
  }
}
