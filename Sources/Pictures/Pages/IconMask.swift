import OpenCaptureMediaSamples

/// The mask of a picture in an icon that is stored as a bitmap: a set bit is transparent.
///
/// The mask follows the pixels. Its rows start with the lowest and are padded to four bytes (Microsoft, "Icons", 1995).
/// Pictures of 32 bits have alpha instead, unless all alpha values are 0. PNG pictures have no mask.
struct IconMask {
  let dimensions: VideoDimensions
  private let bits: [UInt8]

  /// Finds the mask of a picture in an icon file; nil if the picture has none or its header is invalid.
  init?(ofPicture index: Int, _ file: UnsafeRawBufferPointer) {
    func read(_ offset: Int, _ count: Int) -> [UInt8] { Array(file.dropFirst(offset).prefix(count)) }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    let entry = read(6 + index * 16, 16)
    guard entry.count == 16 else { return nil }
    let offset = number(entry[12..<16])
    let header = read(offset, 40)
    guard header.count == 40, number(header[0..<4]) == 40 else { return nil }
    let width = number(header[4..<8])
    // The height includes the mask.
    let height = number(header[8..<12]) / 2
    let bitCount = number(header[14..<16])
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height), bitCount <= 32 else {
      return nil
    }
    let usedColors = min(number(header[32..<36]), 256)
    let colors = bitCount > 8 ? 0 : usedColors == 0 ? 1 << bitCount : usedColors
    let channelMasks = number(header[16..<20]) == 3 ? 12 : 0
    let pixels = offset + 40 + channelMasks + 4 * colors
    let pixelBytes = Self.bytesPerRow(width * bitCount) * height
    if bitCount == 32, Self.hasAlpha(read(pixels, pixelBytes)) { return nil }
    let maskBytes = Self.bytesPerRow(width) * height
    bits = read(pixels + pixelBytes, maskBytes)
    guard bits.count == maskBytes else { return nil }
    dimensions = VideoDimensions(width: width, height: height)
  }

  private static let longestSide = 4096

  private static func bytesPerRow(_ bitCount: Int) -> Int { (bitCount + 31) / 32 * 4 }

  private static func hasAlpha(_ pixels: [UInt8]) -> Bool {
    stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] != 0 }
  }

  private func isTransparent(_ x: Int, _ y: Int) -> Bool {
    let row = (dimensions.height - 1 - y) * Self.bytesPerRow(dimensions.width)
    return bits[row + x / 8] & 0x80 >> (x % 8) != 0
  }

  /// Returns a picture as BGRA, composited over white where the mask is set.
  func applied(to picture: PixelBuffer) throws(MediaError) -> PixelBuffer {
    guard picture.dimensions == dimensions else { return picture }
    var masked = try picture.converted(to: .bgra)
    let bytesPerRow = masked.planes[0].bytesPerRow
    do {
      try masked.withUnsafeMutablePlane(0) { bytes in
        for y in 0..<dimensions.height {
          for x in 0..<dimensions.width { bytes[y * bytesPerRow + x * 4 + 3] = isTransparent(x, y) ? 0 : 255 }
        }
      }
    } catch {
      throw error as? MediaError ?? MediaError(.outOfMemory, subject: "an icon", error)
    }
    try masked.compositeOntoWhite()
    return masked
  }
}
