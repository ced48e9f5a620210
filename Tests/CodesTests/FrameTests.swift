import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

/// Simulated camera frames of 1280 × 720 pixels with a code: see ``CodePhotograph``.
@Suite("Camera frames with a code, noise and perspective")
struct FrameTests {
  private func reads(_ frames: [(text: String, picture: PixelBuffer)], _ engine: any CodeEngine) throws -> Int {
    try frames.count { frame in
      try engine.scan(frame.picture, types: [.qr], options: EngineOptions()).codes.contains {
        $0.bytes == Array(frame.text.utf8)
      }
    }
  }

  @Test("A fast scan reads more frames than any single engine, and nothing wrong")
  func fast() throws {
    let frames = try (0..<12).map { try CodePhotograph.photograph(.frame, number: $0) }
    var scanner = CodeScanner()
    scanner.effort = .fast
    var read = 0
    for (text, picture) in frames {
      let found = try scanner.scan(picture).map(\.stringValue)
      #expect(found.isEmpty || found == [text])
      read += found.count
    }
    for engine in CodeScanner.defaultEngines where engine.readableTypes.contains(.qr) {
      let peers = try reads(frames, engine)
      print("frames: \(read) of \(frames.count) read with the least effort, \(peers) by \(engine.name) alone")
      #expect(read > peers, "\(engine.name)")
    }
  }

  @Test("The noise of a picture is estimated correctly for any content", arguments: [0.0, 4, 12, 30])
  func noise(_ sigma: Double) throws {
    let symbol = try #require(QRSymbol("noise"))
    var photograph = CodePhotograph(
      view: PerspectiveView(middle: Point(x: 200, y: 150), side: 200, turnedBy: 20, lean: 0.1))
    photograph.dimensions = VideoDimensions(width: 400, height: 300)
    photograph.noise = sigma
    photograph.dark = 90
    photograph.light = 165
    let estimate = try photograph.picture(of: symbol).noise
    #expect(abs(estimate - sigma) < 0.25 * sigma + 0.5)
  }

  @Test("A large code with fine modules is not mistaken for noise")
  func fineModules() throws {
    let symbol = try #require(QRSymbol(String(repeating: "fine modules ", count: 100), version: 40))
    let picture = try symbol.picture(pixelsPerModule: 2, quietZone: 2)
    #expect(try !PictureVariants(picture).isDenoised)
    let found = try CodeScanner().scan(picture)
    #expect(found.map(\.bytes.count) == [1300])
  }

  @Test("Copies of a picture are cached up to the limit and are equal if made again")
  func keptVariants() throws {
    let picture = try #require(QRSymbol("kept")).picture(pixelsPerModule: 4)
    let pixels = picture.width * picture.height
    var all = try PictureVariants(picture)
    var few = try PictureVariants(picture, maximumCachedPixelCount: 2 * pixels)
    var none = try PictureVariants(picture, maximumCachedPixelCount: pixels / 8)
    for size in [ScanStep.Size.whole, .half] {
      for treatment in [ScanStep.Treatment.softened, .thresholded, .cleaned, .inverted, .softened] {
        let bytes = try all.variant(size, treatment).withUnsafePlane(0) { Array($0) }
        #expect(try few.variant(size, treatment).withUnsafePlane(0) { Array($0) } == bytes)
        #expect(try none.variant(size, treatment).withUnsafePlane(0) { Array($0) } == bytes)
        #expect(few.cachedPixelCount <= 2 * pixels && none.cachedPixelCount == 0)
      }
    }
    #expect(all.cachedPixelCount > 4 * pixels)
    #expect(try all.variant(.half, .withoutDenoising).width == picture.width / 2)
  }
}
