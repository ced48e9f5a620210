import Testing
@testable import OpenCaptureMediaSamples

@Suite("Transparency")
struct TransparencyTests {
  /// Makes a picture with a column for each alpha and a row for each red; green and blue derive from red.
  private func everyPair() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: 256, height: 256)
    let bytesPerRow = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { pixels in
      for value in 0..<256 {
        for alpha in 0..<256 {
          let place = value * bytesPerRow + alpha * 4
          pixels[place] = UInt8(255 - value)
          pixels[place + 1] = UInt8(value / 2)
          pixels[place + 2] = UInt8(value)
          pixels[place + 3] = UInt8(alpha)
        }
      }
    }
    return picture
  }

  private func bytes(_ picture: PixelBuffer) -> [[UInt8]] {
    let plane = picture.planes[0]
    return picture.withUnsafePlane(0) { pixels in
      (0..<picture.height).map { y in
        Array(pixels[y * plane.bytesPerRow..<y * plane.bytesPerRow + plane.bytesInRow])
      }
    }
  }

  /// Returns a picture composited over a ground of one value, in exact arithmetic.
  private func laid(_ picture: PixelBuffer, over paper: Double) -> [[UInt8]] {
    bytes(picture).map { row in
      row.indices.map { index in
        guard index % 4 < 3 else { return 255 }
        let alpha = Double(row[index / 4 * 4 + 3]) / 255
        return UInt8((Double(row[index]) * alpha + paper * (1 - alpha)).rounded())
      }
    }
  }

  @Test("Every color is composited exactly over white, and from there over black")
  func exactness() throws {
    let straight = try everyPair()
    var picture = straight
    try picture.compositeOntoWhite()
    #expect(bytes(picture) == laid(straight, over: 255))
    #expect(try bytes(#require(picture.opacity)) == Array(repeating: Array(0...255), count: 256))
    let black = try #require(try picture.compositedOverBlack())
    #expect(bytes(black) == laid(straight, over: 0))
    #expect(bytes(picture) == laid(straight, over: 255))
  }

  @Test("Luma over black is the luma of the colors over black, within 1")
  func luma() throws {
    var picture = try everyPair()
    try picture.compositeOntoWhite()
    let fromLuma = try bytes(#require(try picture.luma().compositedOverBlack()))
    let ofColors = try bytes(#require(try picture.compositedOverBlack()).luma())
    for (a, b) in zip(fromLuma, ofColors) { #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }) }
  }

  @Test("An opaque picture stays untouched, and has no version over black")
  func opaque() throws {
    var picture = try PixelBuffer(format: .bgra, width: 33, height: 3)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 255) }
    let shared = picture
    try picture.compositeOntoWhite()
    #expect(picture.memory === shared.memory)
    #expect(picture.opacity == nil)
    #expect(try picture.compositedOverBlack() == nil)
  }

  @Test("A single transparent pixel anywhere is detected", arguments: [(0, 0), (32, 0), (17, 1), (32, 2)])
  func onePixel(x: Int, y: Int) throws {
    var picture = try PixelBuffer(format: .rgba, width: 33, height: 3)
    let place = y * picture.planes[0].bytesPerRow + x * 4 + 3
    try picture.withUnsafeMutablePlane(0) { pixels in
      _ = pixels.initializeMemory(as: UInt8.self, repeating: 255)
      pixels[place] = 254
    }
    try picture.compositeOntoWhite()
    let opacity = try bytes(#require(picture.opacity))
    #expect(opacity.joined().filter { $0 != 255 } == [254] && opacity[y][x] == 254)
  }

  @Test("Copies, crops and luma keep the opacity; a written picture loses it")
  func life() throws {
    var picture = try everyPair()
    try picture.compositeOntoWhite()
    #expect(try picture.copy().opacity != nil)
    #expect(try picture.luma().opacity != nil)
    let part = try picture.cropped(x: 10, y: 20, width: 5, height: 4)
    #expect(try bytes(#require(part.opacity)) == Array(repeating: [10, 11, 12, 13, 14], count: 4))
    #expect(try picture.converted(to: .rgb24).opacity == nil)
    var written = picture
    try written.withUnsafeMutablePlane(0) { $0[0] = 1 }
    #expect(written.opacity == nil && picture.opacity != nil)
    written = picture
    try written.withUnsafeMutablePlanes { $0[0][0] = 1 }
    #expect(written.opacity == nil)
    written = picture
    try written.paste(part, x: 0, y: 0)
    #expect(written.opacity == nil)
    try picture.convert(to: &written)
    #expect(written.opacity == nil)
  }

  @Test("Opacity of another size or format is ignored")
  func misfit() throws {
    var picture = try PixelBuffer(format: .bgra, width: 4, height: 4)
    picture.setOpacity(try PixelBuffer(format: .grey, width: 4, height: 5))
    picture.setOpacity(try PixelBuffer(format: .bgra, width: 4, height: 4))
    #expect(picture.opacity == nil)
  }
}
