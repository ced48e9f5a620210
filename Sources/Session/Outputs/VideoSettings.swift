import OpenCaptureSystem
import OpenCaptureMediaSamples

/// What pixels a ``CaptureVideoDataOutput`` delivers.
public struct VideoSettings: Sendable, Hashable {
  /// How pixels are stored; nil for those that the camera delivers, or that its pictures are decoded to.
  public var pixelFormat: PixelFormat?
  /// How large pictures are, once they are turned; nil for the size that the camera delivers.
  public var dimensions: VideoDimensions?
  /// Whether compressed pictures are delivered compressed.
  public var passesCompressedData: Bool

  /// Asks for pixels.
  ///
  /// - Parameters:
  ///   - pixelFormat: One of `PixelFormat.conversionTargets`; default what the camera delivers.
  ///   - dimensions: Default what the camera delivers.
  public init(pixelFormat: PixelFormat? = nil, dimensions: VideoDimensions? = nil) {
    (self.pixelFormat, self.dimensions, passesCompressedData) = (pixelFormat, dimensions, false)
  }

  private init(passesCompressedData: Bool) {
    (pixelFormat, dimensions, self.passesCompressedData) = (nil, nil, passesCompressedData)
  }

  /// Whatever the camera delivers, pixels or compressed pictures with their decoder: no work at all.
  public static let passthrough = VideoSettings(passesCompressedData: true)

  /// Whether someone asked for pixels, so that they are turned as the connection says.
  var asksForPixels: Bool { pixelFormat != nil || dimensions != nil }
}

/// Makes frames what a consumer asked for, out of pools.
struct FrameConverter: Lockable, Sendable {
  private var pools: [PixelBufferPool] = []

  /// The frame in the format and size that is asked for, turned upright where it was asked for pixels.
  ///
  /// - Throws: What the decoder throws, or `MediaError`.
  mutating func convert(_ sample: SampleBuffer, to settings: VideoSettings) throws -> SampleBuffer {
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
