import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Scaled and processed copies of a picture, created on demand and cached up to a size limit.
///
/// If the picture is noisy, all copies are made from a softened version. Engines mistake noise for edges, so
/// softening makes them faster and more successful.
struct PictureVariants {
  let original: PixelBuffer
  /// The picture without strong noise.
  let picture: PixelBuffer
  let isDenoised: Bool
  private var cache: [Key: PixelBuffer] = [:]
  /// The maximum number of pixels in all cached copies.
  private let maximumCachedPixelCount: Int

  /// The identity of a copy.
  struct Key: Hashable {
    var size: ScanStep.Size
    var treatment: ScanStep.Treatment
  }

  /// Prepares copies of a picture.
  ///
  /// The default cache suits up to 16 million pixels; for larger pictures, memory matters more than time.
  init(_ original: PixelBuffer, maximumCachedPixelCount: Int = 1 << 26) throws {
    self.original = original
    self.maximumCachedPixelCount = maximumCachedPixelCount
    // In small pictures, modules can look like noise, and a second pass costs little.
    let noise = original.width * original.height < Self.leastPixelCount ? 0 : original.noise
    isDenoised = noise > Self.strongNoise
    var picture = original
    for level in [Self.strongNoise, 2 * Self.strongNoise] where noise > level {
      try WorkLimit.check()
      picture = try picture.softened()
    }
    self.picture = picture
  }

  /// Whether the picture is mostly black and white, as a drawing and unlike a photograph.
  var isDrawing: Bool {
    let width = original.width
    let height = original.height
    let bytesPerRow = original.planes[0].bytesPerRow
    return original.withUnsafePlane(0) { pixels in
      var greyCount = 0
      for row in 0..<height {
        for pixel in pixels[row * bytesPerRow..<row * bytesPerRow + width] where Self.greys.contains(pixel) {
          greyCount += 1
        }
      }
      return greyCount * 8 < width * height
    }
  }

  /// The values between those of dark and of light pixels.
  private static let greys: ClosedRange<UInt8> = 64...191

  private static let leastPixelCount = 100_000
  /// The standard deviation of strong noise, in grey values; photographs in good light have less than 2.
  private static let strongNoise = 7.0

  /// Returns the copy for a step.
  mutating func variant(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) throws(MediaError) -> PixelBuffer {
    let key = Key(size: size, treatment: treatment)
    if let variant = cache[key] { return variant }
    let variant = try make(key)
    let pixels = variant.width * variant.height
    if cachedPixelCount + pixels > maximumCachedPixelCount { cache = [:] }
    if pixels <= maximumCachedPixelCount { cache[key] = variant }
    return variant
  }

  /// The number of pixels in all cached copies.
  var cachedPixelCount: Int { cache.values.reduce(0) { $0 + $1.width * $1.height } }

  private mutating func make(_ key: Key) throws(MediaError) -> PixelBuffer {
    switch key.treatment {
    case .none: return try scaled(picture, key.size)
    case .withoutDenoising: return try scaled(original, key.size)
    case .cleaned: return try Self.thresholded(variant(key.size, .softened))
    case .softened: return try variant(key.size, .none).softened()
    case .inverted: return try variant(key.size, .none).inverted()
    case .bordered, .invertedBordered:
      let plain = try variant(key.size, key.treatment == .bordered ? .none : .inverted)
      return try plain.bordered(by: margin(key.size, key.treatment))
    case .thresholded: return try Self.thresholded(variant(key.size, .none))
    }
  }

  private static func thresholded(_ picture: PixelBuffer) throws(MediaError) -> PixelBuffer {
    try picture.thresholded(radius: max(2, min(picture.width, picture.height) / 32))
  }

  /// Scales down first and then up, so that lost detail becomes the mean of the original pixels.
  private func scaled(_ picture: PixelBuffer, _ size: ScanStep.Size) throws(MediaError) -> PixelBuffer {
    let scale = size.scale
    let smaller = try picture.scaled(to: dimensions(min(1, scale.x), min(1, scale.y)), filter: .box)
    return try smaller.scaled(to: dimensions(scale.x, scale.y), filter: .bilinear)
  }

  /// Returns the border width of a copy, in pixels: more than two modules of a code that fills the picture.
  func margin(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) -> Int {
    guard treatment.hasBorder else { return 0 }
    let dimensions = dimensions(size.scale.x, size.scale.y)
    return max(8, min(dimensions.width, dimensions.height) / 8)
  }

  private func dimensions(_ x: Double, _ y: Double) -> VideoDimensions {
    VideoDimensions(width: max(1, Int(Double(picture.width) * x)), height: max(1, Int(Double(picture.height) * y)))
  }
}
