import Fixtures
import OpenCaptureMediaSamples
import Testing
import Vision

/// A white picture of 300 × 200 with a code in it, as it is seen upright.
struct CodePicture {
  let pixels: PixelBuffer
  /// Where the code is, in pixels, y down.
  let code: Rect

  init(_ text: String = "vision", at corner: (x: Int, y: Int) = (20, 30), pixelsPerModule scale: Int = 4) throws {
    let symbol = try #require(QRSymbol(text))
    var picture = try PixelBuffer(format: .grey, width: 300, height: 200)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
    try picture.paste(try symbol.picture(pixelsPerModule: scale, quietZone: 0), x: corner.x, y: corner.y)
    let side = Double(symbol.side * scale)
    (pixels, code) = (picture, Rect(x: Double(corner.x), y: Double(corner.y), width: side, height: side))
  }

  /// The picture as it is stored where it must be turned to be upright.
  func stored(_ orientation: ImageOrientation) throws -> PixelBuffer { try pixels.uprightCopy(orientation.inverse) }

  /// Whether an observation is of the code, in shares of the upright picture, or of a part of it with y up.
  func isSeen(_ observation: VNBarcodeObservation, of part: CGRect = VNNormalizedIdentityRect) -> Bool {
    func share(_ x: Double, _ y: Double) -> CGPoint {
      let (x, y) = (CGFloat(x / 300), CGFloat(1 - y / 200))
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
  /// By the number that both have.
  init(_ orientation: ImageOrientation) { self = Self(rawValue: UInt32(orientation.rawValue)) ?? .up }
}
