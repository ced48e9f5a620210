import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

/// Frames of 1280 by 720 as cameras give them that are held before a code: see ``CodePhotograph``.
@Suite("Frames with a code, in noise and perspective")
struct FrameTests {
  private func reads(_ frames: [(text: String, picture: PixelBuffer)], _ engine: any CodeEngine) throws -> Int {
    try frames.count { frame in
      try engine.scan(frame.picture, types: [.qr], options: EngineOptions()).codes.contains {
        $0.bytes == Array(frame.text.utf8)
      }
    }
  }

  @Test("With the least effort they are read more often than by any engine alone, and nothing else is")
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

  @Test("The noise of a picture is told about right, whatever is on it", arguments: [0.0, 4, 12, 30])
  func noise(_ sigma: Double) throws {
    let symbol = try #require(QRSymbol("noise"))
    var photograph = CodePhotograph(
      view: PerspectiveView(middle: Point(x: 200, y: 150), side: 200, turnedBy: 20, lean: 0.1))
    photograph.dimensions = VideoDimensions(width: 400, height: 300)
    (photograph.noise, photograph.dark, photograph.light) = (sigma, 90, 165)
    let told = try photograph.picture(of: symbol).noise
    #expect(abs(told - sigma) < 0.25 * sigma + 0.5)
  }

  @Test("A large code with fine modules is no noise: it is looked at as it was taken")
  func fineModules() throws {
    let symbol = try #require(QRSymbol(String(repeating: "fine modules ", count: 100), version: 40))
    let picture = try symbol.picture(pixelsPerModule: 2, quietZone: 2)
    #expect(try !PictureVariants(picture).isCalmed)
    let found = try CodeScanner().scan(picture)
    #expect(found.map(\.bytes.count) == [1300])
  }

  @Test("Copies of a picture are kept as far as they aren't too large, and are the same where they are made again")
  func keptVariants() throws {
    let picture = try #require(QRSymbol("kept")).picture(pixelsPerModule: 4)
    let pixels = picture.width * picture.height
    var (all, few) = (try PictureVariants(picture), try PictureVariants(picture, mostKeptPixelCount: 2 * pixels))
    var none = try PictureVariants(picture, mostKeptPixelCount: pixels / 8)
    for size in [ScanStep.Size.whole, .half] {
      for treatment in [ScanStep.Treatment.softened, .thresholded, .cleaned, .inverted, .softened] {
        let bytes = try all.variant(size, treatment).withUnsafePlane(0) { Array($0) }
        #expect(try few.variant(size, treatment).withUnsafePlane(0) { Array($0) } == bytes)
        #expect(try none.variant(size, treatment).withUnsafePlane(0) { Array($0) } == bytes)
        #expect(few.keptPixelCount <= 2 * pixels && none.keptPixelCount == 0)
      }
    }
    #expect(all.keptPixelCount > 4 * pixels)
  }
}
