import MediaSamples

/// Copies of a picture in other sizes and treatments, each made once.
struct PictureVariants {
  let picture: PixelBuffer
  private var made: [Key: PixelBuffer] = [:]

  private struct Key: Hashable {
    var size: ScanStep.Size
    var treatment: ScanStep.Treatment
  }

  init(_ picture: PixelBuffer) { self.picture = picture }

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
