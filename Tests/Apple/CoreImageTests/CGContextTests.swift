import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("CGContext")
struct CGContextTests {
  private static let bgra = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue

  /// Creates a context for the pixels of a BGRA buffer.
  private func context(_ buffer: PixelBuffer, _ info: UInt32 = Self.bgra) throws -> CGContext {
    try #require(
      CGContext(
        data: CVPixelBufferGetBaseAddress(buffer), width: buffer.width, height: buffer.height, bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info))
  }

  private func image(_ buffer: PixelBuffer) throws -> CGImage {
    let image = CIImage(cvPixelBuffer: buffer)
    return try #require(CIContext().createCGImage(image, from: image.extent))
  }

  @Test("An image is drawn into the memory of a pixel buffer, from the lower left corner")
  func drawing() throws {
    let target = try TestPicture.plain(10, 8, value: 9)
    let picture = try TestPicture.make()
    let context = try context(target)
    context.draw(try image(picture), in: CGRect(x: 3, y: 1, width: 6, height: 4))
    #expect(try target.cropped(x: 3, y: 3, width: 6, height: 4).pixels == picture.pixels)
    #expect(target.pixels.count { $0 == 9 } >= (10 * 8 - 6 * 4) * 4)
    #expect(try target.cropped(x: 0, y: 7, width: 10, height: 1).pixels.allSatisfy { $0 == 9 })
    #expect(context.width == 10 && context.height == 8 && context.bitsPerPixel == 32)
  }

  @Test("A Core Image context draws a part of an image, scaled to a rectangle")
  func imageContext() throws {
    let target = try TestPicture.plain(4, 4)
    let source = try TestPicture.plain(8, 4, value: 200)
    let context = CIContext(cgContext: try context(target), options: nil)
    let part = CGRect(x: 2, y: 0, width: 4, height: 4)
    context.draw(CIImage(cvPixelBuffer: source), in: CGRect(x: 0, y: 0, width: 2, height: 2), from: part)
    // The scaler changes bytes by up to 2.
    #expect(try target.cropped(x: 0, y: 2, width: 2, height: 2).pixels.allSatisfy { (198...202).contains($0) })
    #expect(target.pixels.count { $0 == 0 } == (4 * 4 - 2 * 2) * 4)
    let before = target.pixels
    CIContext().draw(CIImage(cvPixelBuffer: source), in: part, from: part)
    #expect(target.pixels == before)
  }

  @Test("The transform of a context applies to images until it is restored")
  func transform() throws {
    let target = try TestPicture.plain(6, 4)
    let picture = try TestPicture.make()
    let context = try context(target)
    let whole = CGRect(x: 0, y: 0, width: 6, height: 4)
    context.saveGState()
    context.translateBy(x: 0, y: 4)
    context.scaleBy(x: 1, y: -1)
    context.draw(try image(picture), in: whole)
    #expect(target.pixels == (try picture.uprightCopy(.downMirrored).pixels))
    context.restoreGState()
    context.draw(try image(picture), in: whole)
    #expect(target.pixels == picture.pixels)
    context.restoreGState()
    #expect(context.ctm.isIdentity)
  }

  @Test("Transparent pixels show the pixels below, and cleared pixels are transparent black")
  func transparency() throws {
    var glass = try TestPicture.plain(2, 1, value: 100)
    try glass.withUnsafeMutablePlane(0) { bytes in
      bytes[3] = 128
      for index in 4..<8 { bytes[index] = 0 }
    }
    let target = try TestPicture.plain(2, 1, value: 9)
    let context = try context(target)
    context.draw(try image(glass), in: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(target.pixels == [104, 104, 104, 132, 9, 9, 9, 9])
    context.clear(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(target.pixels == [104, 104, 104, 132, 0, 0, 0, 0])
  }

  @Test("An image of a context is a copy, and opaque if the context ignores alpha")
  func copying() throws {
    let target = try TestPicture.plain(2, 1, value: 9)
    let context = try context(target)
    let image = try #require(context.makeImage())
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(CIImage(cgImage: image).rendered() == [9, 9, 9, 9, 9, 9, 9, 9])
    let opaque = CGImageAlphaInfo.noneSkipLast.rawValue
    let own = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: opaque))
    #expect(own.makeImage().map { CIImage(cgImage: $0).rendered() } == [0, 0, 0, 255])
  }

  @Test("Unsupported parameters create no context")
  func unsupported() {
    func make(_ bits: Int, _ info: UInt32, _ space: CGColorSpace = CGColorSpaceCreateDeviceRGB()) -> CGContext? {
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
    }
    #expect(make(8, Self.bgra) != nil && make(16, Self.bgra) == nil)
    #expect(make(8, CGImageAlphaInfo.noneSkipFirst.rawValue) == nil)
    #expect(make(8, CGImageAlphaInfo.none.rawValue, CGColorSpaceCreateDeviceGray()) != nil)
    #expect(make(8, CGImageAlphaInfo.none.rawValue) == nil)
    let empty = CGContext(
      data: nil, width: 0, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: Self.bgra)
    #expect(empty == nil)
  }
}
