public import OpenCaptureMediaSamples

/// A color with straight alpha for test pictures.
public struct TestColor: Sendable, Hashable {
  /// The value of red, green and blue.
  public let grey: UInt8
  /// The alpha; 0 is transparent.
  public let alpha: UInt8

  /// Makes a color.
  public init(_ grey: UInt8, alpha: UInt8 = 255) {
    self.grey = grey
    self.alpha = alpha
  }

  /// Full transparency.
  public static let clear = Self(0, alpha: 0)
  /// Opaque white.
  public static let white = Self(255)
  /// Opaque black.
  public static let black = Self(0)
}

extension QRSymbol {
  /// Draws the code in BGRA with straight alpha; the quiet zone has the color of the light modules.
  public func picture(dark: TestColor, light: TestColor, pixelsPerModule scale: Int = 4) throws -> PixelBuffer {
    let grey = try picture(pixelsPerModule: scale)
    var picture = try PixelBuffer(format: .bgra, width: grey.width, height: grey.height)
    let values = grey.pixels
    let width = grey.width
    let bytesPerRow = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { pixels in
      for (index, value) in values.enumerated() {
        let color = value < 128 ? dark : light
        let place = index / width * bytesPerRow + index % width * 4
        for part in 0..<3 { pixels[place + part] = color.grey }
        pixels[place + 3] = color.alpha
      }
    }
    return picture
  }
}
