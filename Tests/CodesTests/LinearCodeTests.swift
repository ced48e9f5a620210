import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Linear codes")
struct LinearCodeTests {
  @Test("An Interleaved 2 of 5 beside a dark line is read", arguments: [2, 3])
  func darkLine(_ scale: Int) throws {
    let picture = try ITFSymbol("10602679", lineBefore: true).picture(pixelsPerModule: scale)
    let codes = try CodeScanner(types: CodeScanner.readableTypes()).scan(picture)
    #expect(codes.map(\.stringValue) == ["10602679"])
  }

  @Test("If nothing was found, every engine is called for each of its types")
  func floor() throws {
    let picture = VideoDimensions(width: 640, height: 480)
    let engines = CodeScanner.defaultEngines.map { ScanPlan.Engine(name: $0.name, types: $0.readableTypes) }
    let plan = ScanPlan(effort: .balanced, types: CodeScanner.readableTypes(), engines: engines)
    for engine in engines {
      let asked = plan.steps.filter { step in
        step.reader == .engine(engine.name) && ScanPlan.isDue(step, after: ScanProgress(), in: picture)
      }.reduce(into: Set<MetadataObjectType>()) { $0.formUnion($1.types) }
      #expect(asked.isSuperset(of: engine.types))
    }
  }

  @Test("A code in a picture of one row is reported once")
  func oneRow() throws {
    for symbol in ["A12", "ROW-1"] {
      let tall = try #require(Code39Symbol(symbol)).picture(pixelsPerModule: 2)
      let row = try tall.cropped(x: 0, y: tall.height / 2, width: tall.width, height: 1)
      #expect(try CodeScanner(types: CodeScanner.readableTypes()).scan(row).map(\.stringValue) == [symbol])
    }
    // ZBar reports a single point.
    let tall = try ITFSymbol("10602679").picture(pixelsPerModule: 2)
    let row = try tall.cropped(x: 0, y: tall.height / 2, width: tall.width, height: 1)
    let scanner = try CodeScanner(types: [.itf], engines: [ZBarEngine()])
    #expect(try scanner.scan(row).map(\.stringValue) == ["10602679"])
    var tracker = CodeTracker(scanner)
    #expect(try tracker.scan(row).map(\.stringValue) == ["10602679"])
    let bytes = Array("ROW".utf8)
    let line = Corners(Rect(x: 20, y: 0, width: 130, height: 1))
    let point = Corners(Rect(x: 150, y: 0.5, width: 0, height: 0))
    var found = DetectedCodes()
    found.insert(DetectedCode(code: EngineCode(type: .code128, bytes: bytes, corners: line), engine: "zxing"))
    found.insert(DetectedCode(code: EngineCode(type: .code128, bytes: bytes, corners: point), engine: "zbar"))
    #expect(found.codes.map(\.engine) == ["zxing"])
  }
}
