import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Copies of a picture in other sizes and treatments, each made once, as far as they aren't too large to be kept.
///
/// Where there is much noise, all are of a copy that is softened by as much as it needs: engines find more in it, in
/// less time, as noise looks like edges to them.
struct PictureVariants {
  /// The picture as it was taken.
  let original: PixelBuffer
  /// The picture without strong noise.
  let picture: PixelBuffer
  /// Whether the two are different.
  let isCalmed: Bool
  private var made: [Key: PixelBuffer] = [:]
  /// How many pixels all copies that are kept may have.
  private let mostKeptPixelCount: Int

  /// Which copy.
  struct Key: Hashable {
    var size: ScanStep.Size
    var treatment: ScanStep.Treatment
  }

  /// Begins with a picture.
  ///
  /// - Parameter mostKeptPixelCount: How many pixels all copies that are kept may have: by default those of a picture
  ///   of 16 million pixels. Of larger ones, memory is worth more than time.
  init(_ original: PixelBuffer, mostKeptPixelCount: Int = 1 << 26) throws {
    (self.original, self.mostKeptPixelCount) = (original, mostKeptPixelCount)
    // In small pictures what looks like noise can be modules, and to look twice costs little.
    let noise = original.width * original.height < Self.leastPixelCount ? 0 : original.noise
    isCalmed = noise > Self.strongNoise
    var picture = original
    for level in [Self.strongNoise, 2 * Self.strongNoise] where noise > level {
      try WorkLimit.check()
      picture = try picture.softened()
    }
    self.picture = picture
  }

  private static let leastPixelCount = 100_000
  /// In grey values, as a standard deviation; photographs in good light have less than 2.
  private static let strongNoise = 7.0

  /// The picture as a step wants it.
  mutating func variant(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) throws(MediaError) -> PixelBuffer {
    let key = Key(size: size, treatment: treatment)
    if let variant = made[key] { return variant }
    let variant = try make(key)
    keep(variant, as: key)
    return variant
  }

  private mutating func keep(_ variant: PixelBuffer, as key: Key) {
    let pixels = variant.width * variant.height
    if keptPixelCount + pixels > mostKeptPixelCount { made = [:] }
    if pixels <= mostKeptPixelCount { made[key] = variant }
  }

  /// How many pixels all copies have that are kept.
  var keptPixelCount: Int { made.values.reduce(0) { $0 + $1.width * $1.height } }

  private mutating func make(_ key: Key) throws(MediaError) -> PixelBuffer {
    switch key.treatment {
    case .none: return try scaled(key.size)
    case .asTaken: return original
    case .cleaned:
      let soft = try variant(key.size, .softened)
      return try soft.thresholded(radius: max(2, min(soft.width, soft.height) / 32))
    case .softened: return try variant(key.size, .none).softened()
    case .inverted: return try variant(key.size, .none).inverted()
    case .bordered, .borderedInverse:
      let plain = try variant(key.size, key.treatment == .bordered ? .none : .inverted)
      return try plain.bordered(by: margin(key.size, key.treatment))
    case .thresholded:
      let plain = try variant(key.size, .none)
      return try plain.thresholded(radius: max(2, min(plain.width, plain.height) / 32))
    }
  }

  /// Smaller first, then larger, where a picture becomes both: what it loses is the mean of what there was.
  private func scaled(_ size: ScanStep.Size) throws(MediaError) -> PixelBuffer {
    let scale = size.scale
    let smaller = try picture.scaled(to: dimensions(min(1, scale.x), min(1, scale.y)), filter: .box)
    return try smaller.scaled(to: dimensions(scale.x, scale.y), filter: .bilinear)
  }

  /// The width of the border of a copy in pixels: more than two modules of a code that fills the picture.
  func margin(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) -> Int {
    guard treatment.hasBorder else { return 0 }
    let dimensions = dimensions(size.scale.x, size.scale.y)
    return max(8, min(dimensions.width, dimensions.height) / 8)
  }

  private func dimensions(_ x: Double, _ y: Double) -> VideoDimensions {
    VideoDimensions(
      width: max(1, Int(Double(picture.width) * x)), height: max(1, Int(Double(picture.height) * y)))
  }
}
