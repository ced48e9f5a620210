import OpenCaptureSystem
import OpenCaptureCodes
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("CodeTracker")
struct CodeTrackerTests {
  /// An engine that counts the pixels that it scans.
  private final class CountingEngine: CodeEngine {
    private let engine = CodeScanner.defaultEngines[0]
    private let pixels = Locked(0)
    var name: String { engine.name }
    var version: String { engine.version }
    var readableTypes: Set<MetadataObjectType> { engine.readableTypes }
    var pixelCount: Int { pixels.withLock { $0 } }

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      pixels.withLock { $0 += luma.width * luma.height }
      return try engine.scan(luma, types: types, options: options)
    }
  }

  private let size = VideoDimensions(width: 480, height: 360)

  /// Returns a frame with a code at the given position of its top left corner.
  private func frame(_ text: String, x: Int, y: Int = 100) throws -> PixelBuffer { try frame([(text, x)], y: y) }

  /// Returns a frame with codes at the given positions of their top left corners.
  private func frame(_ codes: [(text: String, x: Int)], y: Int = 100) throws -> PixelBuffer {
    let symbols = try codes.map { (symbol: try #require(QRSymbol($0.text, version: 2)), x: $0.x) }
    let scale = 4
    var frame = try PixelBuffer(format: .grey, width: size.width, height: size.height, rowAlignment: 1)
    try frame.withUnsafeMutablePlane(0) { pixels in
      for row in 0..<size.height {
        for column in 0..<size.width {
          let isDark =
            row >= y
            && symbols.contains { symbol, x in
              column >= x && symbol.isDark(column: (column - x) / scale, row: (row - y) / scale)
            }
          // A texture without codes, so that a still scene is not an empty one.
          pixels[row * size.width + column] = isDark ? 20 : UInt8(200 + (column / 7 * row / 5) % 40)
        }
      }
    }
    return frame
  }

  private func blank() throws -> PixelBuffer {
    var frame = try PixelBuffer(format: .grey, width: size.width, height: size.height, rowAlignment: 1)
    try frame.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices { pixels[index] = 128 }
    }
    return frame
  }

  private func tracker(_ engine: any CodeEngine) throws -> CodeTracker {
    var scanner = try CodeScanner(types: [.qr], engines: [engine])
    scanner.effort = .fast
    return CodeTracker(scanner)
  }

  @Test("Tracking a still scene costs less than a third of scanning every frame, and corners don't move")
  func still() throws {
    let engine = CountingEngine()
    var tracker = try tracker(engine)
    let frame = try frame("still", x: 150)
    var corners: Set<Corners> = []
    for _ in 0..<30 {
      let codes = try tracker.scan(frame)
      #expect(codes.map(\.stringValue) == ["still"])
      corners.formUnion(codes.map(\.cornerPoints))
    }
    #expect(corners.count == 1)
    #expect(Double(engine.pixelCount) <= 0.3 * Double(30 * size.width * size.height))
  }

  @Test("A moving code is located by a search of little more than its surroundings")
  func moving() throws {
    let engine = CountingEngine()
    var tracker = try tracker(engine)
    for index in 0..<12 {
      let x = 60 + index * 14
      let code = try #require(try tracker.scan(frame("on the way", x: x)).first)
      #expect(abs(code.cornerPoints.topLeft.x * 480 - Double(x)) < 1.5)
    }
    #expect(Double(engine.pixelCount) < 0.5 * Double(12 * size.width * size.height))
  }

  @Test("A blank frame between two others loses no code; a code that disappears is removed")
  func blurredFrames() throws {
    var tracker = CodeTracker(CodeScanner(), maximumMissedFrames: 2)
    #expect(try tracker.scan(frame("here", x: 100)).count == 1)
    #expect(try tracker.scan(frame("here", x: 110)).count == 1)
    let guessed = try #require(try tracker.scan(blank()).first)
    #expect(guessed.stringValue == "here")
    #expect(abs(guessed.cornerPoints.topLeft.x * 480 - 120) < 3)
    #expect(try tracker.scan(frame("here", x: 130)).count == 1)
    let counts = try (0..<4).map { _ in try tracker.scan(blank()).count }
    #expect(counts == [1, 1, 0, 0])
  }

  @Test("The motion of a code is known although another one has disappeared")
  func motion() throws {
    var tracker = CodeTracker(CodeScanner())
    for x in [20, 40] { #expect(try tracker.scan(frame([("moving", x), ("hidden", 300)])).count == 2) }
    #expect(try tracker.scan(frame("moving", x: 60)).count == 2)
    let moving = try #require(try tracker.scan(blank()).first { $0.stringValue == "moving" })
    #expect(abs(moving.cornerPoints.topLeft.x * 480 - 80) < 3)
  }

  @Test("Of two equal codes side by side, the one that remains stays where it is")
  func twins() throws {
    var tracker = CodeTracker(CodeScanner())
    for _ in 0..<2 { #expect(try tracker.scan(frame([("twin", 100), ("twin", 230)])).count == 2) }
    let places = try tracker.scan(frame("twin", x: 230)).map { $0.cornerPoints.topLeft.x * 480 }
    #expect(places.count == 2)
    for (place, expected) in zip(places.sorted(), [100.0, 230]) { #expect(abs(place - expected) < 3) }
  }

  @Test("A code that leaves the selected region is not reported")
  func region() throws {
    var tracker = CodeTracker(CodeScanner()).selecting(Rect(x: 0, y: 0, width: 0.5, height: 1))
    for x in stride(from: 100, through: 340, by: 20) {
      #expect(try tracker.scan(frame("leaving", x: x)).isEmpty == (x >= 240), "\(x)")
    }
  }

  @Test("A code that appears beside a tracked one is found in the same frame, even if that one moves")
  func second() throws {
    var tracker = CodeTracker(CodeScanner(), interval: 1000)
    for x in [20, 20, 24, 30] {
      #expect(try tracker.scan(frame("first", x: x)).map(\.stringValue) == ["first"])
    }
    let both = try tracker.scan(frame([("first", 36), ("second", 300)]))
    #expect(Set(both.map(\.stringValue)) == ["first", "second"])
    #expect(Set(try tracker.scan(frame("second", x: 300)).map(\.stringValue)) == ["first", "second"])
  }

  @Test("A missed code is reported for a quarter of a second at most, at any frame rate")
  func rareFrames() throws {
    func countsAfterOne(framesPerSecond: Int32) throws -> [Int] {
      var tracker = CodeTracker(CodeScanner())
      return try (0..<5).map { index in
        let picture = try index == 0 ? frame("here", x: 100) : blank()
        return try tracker.scan(picture, time: MediaTime(value: Int64(index), timescale: framesPerSecond)).count
      }
    }
    #expect(try countsAfterOne(framesPerSecond: 30) == [1, 1, 1, 1, 0])
    #expect(try countsAfterOne(framesPerSecond: 10) == [1, 1, 1, 0, 0])
    #expect(try countsAfterOne(framesPerSecond: 2) == [1, 0, 0, 0, 0])
  }

  @Test("A code that looks almost like its predecessor is decoded again")
  func nearlySame() throws {
    // The two codes differ in a few percent of their modules.
    let texts = ["1", "2"].map { String(repeating: "a long text, ", count: 20) + $0 }
    let pictures = try texts.map { try #require(QRSymbol($0, level: .low)).picture(pixelsPerModule: 4) }
    var tracker = CodeTracker(CodeScanner(), interval: 3)
    let found = try [0, 1, 1, 1].map { try tracker.scan(pictures[$0]).map(\.stringValue) }
    #expect(found[0] == [texts[0]])
    #expect(found[3] == [texts[1]])
  }

  @Test("The registry creates a tracker for streams and a scanner for pictures")
  func registry() throws {
    var streams = ProcessorRegistry()
    var pictures = ProcessorRegistry()
    try streams.registerCodes()
    try pictures.registerCodes(inStreams: false)
    let tracker = try #require(streams.make("codes:types=qr+ean13") as? CodeTracker)
    #expect(tracker.scanner.types == [.qr, .ean13] && tracker.scanner.effort == .fast)
    let scanner = try #require(pictures.make("codes:effort=thorough") as? CodeScanner)
    #expect(scanner.types == [.qr] && scanner.effort == .thorough)
    #expect(tracker.selecting([.qr]).metadataObjectTypes == [.qr])
  }

  @Test("Another code in the same place replaces the first one at once")
  func replaced() throws {
    var tracker = CodeTracker(CodeScanner())
    #expect(try tracker.scan(frame("first", x: 100)).map(\.stringValue) == ["first"])
    #expect(try tracker.scan(frame("second", x: 100)).map(\.stringValue) == ["second"])
  }

  @Test("A tracked code has the time of its frame")
  func time() throws {
    var tracker = CodeTracker(CodeScanner())
    for value in 1...3 as ClosedRange<Int64> {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: value, timescale: 30))
      let sample = SampleBuffer(pixelBuffer: try frame("now", x: 100), timing: timing)
      #expect(try tracker.scan(sample).map(\.time) == [timing.presentationTimeStamp])
    }
  }
}
