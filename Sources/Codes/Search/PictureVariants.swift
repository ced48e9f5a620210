import MediaSamples

/// Copies of a picture in other sizes and treatments, each made once.
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

  private struct Key: Hashable {
    var size: ScanStep.Size
    var treatment: ScanStep.Treatment
  }

  init(_ original: PixelBuffer) throws(MediaError) {
    self.original = original
    // In small pictures what looks like noise can be modules, and to look twice costs little.
    let noise = original.width * original.height < Self.leastPixelCount ? 0 : original.noise
    isCalmed = noise > Self.strongNoise
    var picture = original
    for level in [Self.strongNoise, 2 * Self.strongNoise] where noise > level { picture = try picture.softened() }
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
    made[key] = variant
    return variant
  }

  private mutating func make(_ key: Key) throws(MediaError) -> PixelBuffer {
    switch key.treatment {
    case .none: return try picture.scaled(to: dimensions(key.size), filter: key.size == .double ? .bilinear : .box)
    case .asTaken: return try original.scaled(to: dimensions(key.size))
    case .cleaned:
      let soft = try variant(key.size, .softened)
      return try soft.thresholded(radius: max(2, min(soft.width, soft.height) / 32))
    case .softened: return try variant(key.size, .none).softened()
    case .inverted: return try variant(key.size, .none).inverted()
    case .thresholded:
      let plain = try variant(key.size, .none)
      return try plain.thresholded(radius: max(2, min(plain.width, plain.height) / 32))
    }
  }

  private func dimensions(_ size: ScanStep.Size) -> VideoDimensions {
    func scaled(_ length: Int) -> Int {
      size.rawValue < 0 ? max(1, length / -size.rawValue) : length * size.rawValue
    }
    return VideoDimensions(width: scaled(picture.width), height: scaled(picture.height))
  }
}
