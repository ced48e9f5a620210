public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// Makes pictures what a consumer asked for, out of pools.
public struct SampleConverter: Lockable, Sendable {
  private var pools = PixelBufferPools(poolCount: 4, maximumBufferCount: 16)

  /// Makes a converter without any pools yet.
  public init() {}

  /// The frame in the format and size that is asked for, turned upright where it was asked for pixels.
  ///
  /// - Throws: What the decoder throws, or `MediaError`.
  public mutating func convert(_ sample: SampleBuffer, to settings: VideoSettings) throws -> SampleBuffer {
    if settings.areMet(by: sample) { return sample }
    guard settings.asksForPixels(of: sample) else {
      return sample.replacingImage(try sample.image(as: .i420FullRange))
    }
    var image = try sample.image(as: settings.pixelFormat ?? PixelFormat.workable(for: sample.formatDescription))
    let upright = image.dimensions.upright(sample.orientation)
    if let size = settings.dimensions, size != upright {
      let stored = size.upright(sample.orientation)
      image = try image.scaled(to: stored, into: pools.pool(format: image.format, dimensions: stored))
    }
    if sample.orientation != .up {
      let turned = image.dimensions.upright(sample.orientation)
      image = try image.uprightCopy(sample.orientation, into: pools.pool(format: image.format, dimensions: turned))
    }
    var result = sample.replacingImage(image)
    result.orientation = .up
    return result
  }
}

/// Makes a sample what a consumer asked for, or nil where that comes with the next; called by one thread at a time.
package typealias SampleConversion = @Sendable (SampleBuffer) throws -> SampleBuffer?

extension SampleConverter {
  /// A conversion with pools of its own, to what is asked for at each sample.
  package static func conversion(to settings: @escaping @Sendable () -> VideoSettings) -> SampleConversion {
    let converter = Locked(SampleConverter())
    return { sample in
      let settings = settings()
      return settings.areMet(by: sample) ? sample : try converter.withLock { try $0.convert(sample, to: settings) }
    }
  }
}
