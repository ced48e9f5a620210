import OpenCaptureMediaSamples

extension DecodingTask {
  /// What is to become of a picture of which `rows` rows could be decoded: damage is thrown unless it is
  /// accepted and there is something to show; the rows that are missing become mid-grey.
  func settle(
    _ picture: consuming PixelBuffer, rows: Int, damage: PictureError?
  ) throws(PictureError) -> DecodedPixels {
    guard let damage else { return DecodedPixels(picture: picture) }
    guard options.acceptsDamage, rows > 0, damage.code == .truncated || damage.code == .corrupt else {
      throw damage
    }
    let plane = picture.planes[0]
    let hasAlpha = picture.format.hasAlpha
    try write(&picture) { planes in
      let rest = UnsafeMutableRawBufferPointer(rebasing: planes[0].dropFirst(rows * plane.bytesPerRow))
      _ = rest.initializeMemory(as: UInt8.self, repeating: 0x80)
      guard hasAlpha else { return }
      for alpha in stride(from: 3, to: rest.count, by: 4) { rest[alpha] = 0xff }
    }
    return DecodedPixels(picture: picture, damage: damage)
  }
}
