import Fixtures
import OpenCaptureMediaSamples
import Testing
import Vision

/// A white upright image of 300 × 200 pixels with a code.
struct CodePicture {
  let pixels: PixelBuffer
  /// The position of the code, in pixels, y down.
  let code: Rect

  init(_ text: String = "vision", at corner: (x: Int, y: Int) = (20, 30), pixelsPerModule scale: Int = 4) throws {
    let symbol = try #require(QRSymbol(text))
    var picture = try PixelBuffer(format: .grey, width: 300, height: 200)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
    try picture.paste(try symbol.picture(pixelsPerModule: scale, quietZone: 0), x: corner.x, y: corner.y)
    let side = Double(symbol.side * scale)
    pixels = picture
    code = Rect(x: Double(corner.x), y: Double(corner.y), width: side, height: side)
  }

  /// Returns the image in a stored orientation.
  func stored(_ orientation: ImageOrientation) throws -> PixelBuffer { try pixels.uprightCopy(orientation.inverse) }

  /// Returns whether an observation matches the code, in fractions of the upright image or of a part; y points up.
  func isSeen(_ observation: VNBarcodeObservation, of part: CGRect = VNNormalizedIdentityRect) -> Bool {
    func share(_ x: Double, _ y: Double) -> CGPoint {
      let x = CGFloat(x / 300)
      let y = CGFloat(1 - y / 200)
      return CGPoint(x: (x - part.minX) / part.width, y: (y - part.minY) / part.height)
    }
    let near = { (a: CGPoint, b: CGPoint) in
      abs(a.x - b.x) * part.width * 300 < 2 && abs(a.y - b.y) * part.height * 200 < 2
    }
    let box = observation.boundingBox
    return near(observation.topLeft, share(code.minX, code.minY))
      && near(observation.topRight, share(code.maxX, code.minY))
      && near(observation.bottomLeft, share(code.minX, code.maxY))
      && near(observation.bottomRight, share(code.maxX, code.maxY))
      && near(box.origin, share(code.minX, code.maxY))
      && near(CGPoint(x: box.maxX, y: box.maxY), share(code.maxX, code.minY))
  }
}

extension CGImagePropertyOrientation {
  /// Creates the orientation with the same EXIF number.
  init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt32(orientation.rawValue)) ?? .up }
}
