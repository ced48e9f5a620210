public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// Makes pictures what a consumer asked for, out of pools.
public struct SampleConverter: Lockable, Sendable {
  private var pools: [PixelBufferPool] = []

  /// Makes a converter without any pools yet.
  public init() {}

  /// The frame in the format and size that is asked for, turned upright where it was asked for pixels.
  ///
  /// - Throws: What the decoder throws, or `MediaError`.
  public mutating func convert(_ sample: SampleBuffer, to settings: VideoSettings) throws -> SampleBuffer {
    if settings.passesCompressedData { return sample }
    guard settings.asksForPixels else {
      return sample.imageBuffer == nil ? sample.replacingImage(try sample.image(as: .i420FullRange)) : sample
    }
    var image = try sample.image(as: settings.pixelFormat ?? PixelFormat.workable(for: sample.formatDescription))
    let upright = image.dimensions.upright(sample.orientation)
    if let size = settings.dimensions, size != upright {
      let stored = size.upright(sample.orientation)
      image = try image.scaled(to: stored, into: pool(image.format, stored))
    }
    if sample.orientation != .up {
      let turned = image.dimensions.upright(sample.orientation)
      image = try image.uprightCopy(sample.orientation, into: pool(image.format, turned))
    }
    var result = sample.replacingImage(image)
    result.orientation = .up
    return result
  }

  private mutating func pool(_ format: PixelFormat, _ size: VideoDimensions) throws -> PixelBufferPool {
    let known = pools.first { pool in
      pool.layout.format == format && pool.layout.width == size.width && pool.layout.height == size.height
    }
    if let known { return known }
    let pool = try PixelBufferPool(format: format, width: size.width, height: size.height, maximumBufferCount: 16)
    pools = pools.suffix(3) + [pool]
    return pool
  }
}
