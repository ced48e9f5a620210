public import OpenCaptureMediaSamples

/// A colour with straight alpha, for pictures to test with.
public struct TestColor: Sendable, Hashable {
  /// Red, green and blue alike.
  public let grey: UInt8
  /// 0 shows nothing of it.
  public let alpha: UInt8

  /// Makes a colour.
  public init(_ grey: UInt8, alpha: UInt8 = 255) { (self.grey, self.alpha) = (grey, alpha) }

  /// Nothing at all.
  public static let clear = Self(0, alpha: 0)
  /// Opaque white.
  public static let white = Self(255)
  /// Opaque black.
  public static let black = Self(0)
}

extension QRSymbol {
  /// The code in BGRA with straight alpha, with the quiet zone in the colour of the light modules.
  public func picture(dark: TestColor, light: TestColor, pixelsPerModule scale: Int = 4) throws -> PixelBuffer {
    let grey = try picture(pixelsPerModule: scale)
    var picture = try PixelBuffer(format: .bgra, width: grey.width, height: grey.height)
    let (values, width, bytesPerRow) = (grey.pixels, grey.width, picture.planes[0].bytesPerRow)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for (index, value) in values.enumerated() {
        let (color, place) = (value < 128 ? dark : light, index / width * bytesPerRow + index % width * 4)
        for part in 0..<3 { pixels[place + part] = color.grey }
        pixels[place + 3] = color.alpha
      }
    }
    return picture
  }
}
