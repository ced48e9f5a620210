import Fixtures
import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Codes in transparent pictures")
struct TransparentCodeTests {
  private func picture(_ text: String, dark: TestColor, light: TestColor) throws -> PixelBuffer {
    var picture = try #require(QRSymbol(text)).picture(dark: dark, light: light)
    try picture.compositeOntoWhite()
    return picture
  }

  /// Whether light codes on dark are readable; this needs zxing-cpp.
  ///
  /// T23 as printed T24 only light modules T25 inverted, or a code of one colour T26 of one colour and nowhere
  /// fully transparent
  private static let readsInverted = CodeScanner.defaultEngines.count > 1

  static let colors: [(dark: TestColor, light: TestColor, isOverBlack: Bool)] = all.filter {
    readsInverted || $0.dark.alpha == 0 || !$0.isOverBlack
  }

  private static let all: [(dark: TestColor, light: TestColor, isOverBlack: Bool)] = [
    (.black, .clear, false),  // as printers have it
    (.clear, .white, true),  // light modules alone
    (.white, .clear, true),  // inverted, or a code of one colour
    (TestColor(255, alpha: 200), TestColor(255, alpha: 20), true),  // of one colour, nothing of it clear
    (TestColor(0, alpha: 200), TestColor(0, alpha: 20), false),
    (TestColor(128), .clear, false),
  ]

  @Test("Dark codes are read on white, light ones on black", arguments: colors)
  func reading(dark: TestColor, light: TestColor, isOverBlack: Bool) throws {
    let report = try CodeScanner().report(on: picture("of alpha", dark: dark, light: light))
    #expect(report.codes.map(\.stringValue) == ["of alpha"])
    #expect(report.isOverBlack == isOverBlack)
    #expect(report.foundBy.allSatisfy { $0.hasSuffix(" over black") == isOverBlack })
    #expect(report.passes.contains { $0.name.hasSuffix(" over black") } == isOverBlack)
  }

  @Test("A transparent code has the same corners as an opaque one")
  func corners() throws {
    let drawn = try CodeScanner().scan(picture("corners", dark: .black, light: .white))
    let alone = try CodeScanner().scan(picture("corners", dark: .clear, light: .white))
    #expect(alone == drawn && drawn.count == 1)
  }

  @Test("Samples and regions of interest are scanned on black, too")
  func samples() throws {
    let symbol = try picture("sample", dark: .clear, light: .white)
    #expect(try CodeScanner().scan(SampleBuffer(pixelBuffer: symbol)).map(\.stringValue) == ["sample"])
    var scanner = CodeScanner()
    scanner.rectOfInterest = Rect(x: 0, y: 0, width: 0.99, height: 0.99)
    #expect(try scanner.scan(symbol).map(\.stringValue) == ["sample"])
    scanner.rectOfInterest = Rect(x: 0, y: 0, width: 0.3, height: 0.3)
    #expect(try scanner.scan(symbol).isEmpty)
  }

  @Test("A picture without codes is scanned twice if its opacity varies, and no code is invented")
  func passes() throws {
    func report(dark: TestColor, light: TestColor) throws -> ScanReport {
      // A quarter of a code.
      let picture = try picture("none", dark: dark, light: light)
      return try CodeScanner().report(
        on: picture.cropped(x: 0, y: 0, width: picture.width / 2, height: picture.height / 2))
    }
    let pairs: [(dark: TestColor, light: TestColor, isTwice: Bool)] = [
      (.white, .white, false), (.clear, .clear, false), (TestColor(255, alpha: 245), .white, false),
      (TestColor(255, alpha: 230), .white, true), (.clear, .white, true),
    ]
    for (dark, light, isTwice) in pairs {
      let report = try report(dark: dark, light: light)
      #expect(report.codes.isEmpty && !report.isOverBlack)
      #expect(report.passes.contains { $0.name.hasSuffix(" over black") } == isTwice)
    }
  }

  @Test("A tracker follows codes that appear, change and disappear on white and on black")
  func tracking() throws {
    var tracker = CodeTracker(CodeScanner(), interval: 1_000, maximumMissedFrames: 0)
    let frames: [(text: String, dark: TestColor, light: TestColor)] = [
      ("first", .clear, .white), ("first", .clear, .white), ("other", .clear, .white), ("other", .clear, .clear),
      ("white", .black, .clear), ("white", .black, .clear), ("white", .clear, .clear), ("again", .clear, .white),
    ]
    let texts = try frames.map { frame in
      try tracker.scan(picture(frame.text, dark: frame.dark, light: frame.light).luma()).map(\.stringValue)
    }
    #expect(texts == [["first"], ["first"], ["other"], [], ["white"], ["white"], [], ["again"]])
  }
}
