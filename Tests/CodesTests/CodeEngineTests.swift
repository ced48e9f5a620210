import Fixtures
import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// Tests all built-in engines, including those added later.
@Suite("Code engines")
struct CodeEngineTests {
  /// A code with its content, at a size that any engine can read.
  private struct Specimen {
    let type: MetadataObjectType
    let bytes: [UInt8]
    let picture: PixelBuffer
  }

  /// Returns a code of each type that the fixtures can draw.
  private static func specimens() throws -> [Specimen] {
    [
      Specimen(
        type: .qr, bytes: Array("specimen".utf8),
        picture: try #require(QRSymbol("specimen")).picture(pixelsPerModule: 6)),
      Specimen(
        type: .ean13, bytes: Array("4006381333931".utf8),
        picture: try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)),
    ]
  }

  /// Returns a uniform picture.
  ///
  /// Uninitialized memory could look like a code.
  private func grey(_ width: Int, _ height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
    return picture
  }

  private let engines = CodeScanner.defaultEngines

  @Test("Every engine has a unique name, a version and readable types")
  func identity() {
    #expect(Set(engines.map(\.name)).count == engines.count)
    for engine in engines {
      #expect(!engine.name.isEmpty && !engine.version.isEmpty, "\(engine.name)")
      #expect(!engine.readableTypes.isEmpty, "\(engine.name)")
      #expect(engine.readableTypes.isSubset(of: MetadataObjectType.machineReadableCodes), "\(engine.name)")
    }
  }

  @Test("Every engine reads its declared types, with corners inside the picture")
  func reads() throws {
    for engine in engines {
      for specimen in try Self.specimens() where engine.readableTypes.contains(specimen.type) {
        let found = try engine.scan(specimen.picture, types: [specimen.type], options: EngineOptions()).codes
        #expect(found.map(\.type) == [specimen.type], "\(engine.name)")
        #expect(found.map(\.bytes) == [specimen.bytes], "\(engine.name)")
        let whole = Rect(origin: .zero, size: specimen.picture.dimensions.size)
        #expect(found.allSatisfy { $0.corners.allSatisfy(whole.contains) }, "\(engine.name)")
      }
    }
  }

  @Test("Engines locate a code correctly in strips as narrow as a label's edge", arguments: [8, 26, 53])
  func strip(width: Int) throws {
    let symbol = try #require(EANSymbol("400638133393"))
    let module = 27
    let height = 5000
    let top = height - 11 * module - 95 * module
    // Every third row of a dark module is light, so bars are visible only in a smaller copy.
    var picture = try grey(width, height)
    let bytesPerRow = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { plane in
      for y in 0..<height {
        let isDark = y >= top && y % 3 != 1 && symbol.isDark(column: (y - top) / module)
        for x in 0..<width { plane[y * bytesPerRow + x] = isDark ? 20 : 230 }
      }
    }
    let ends = [top, top + 95 * module].map(Double.init)
    for engine in engines where engine.readableTypes.contains(.ean13) {
      let found = try engine.scan(picture, types: [.ean13], options: EngineOptions()).codes
      #expect(found.count <= 1, "\(engine.name)")
      for row in found.flatMap(\.corners).map(\.y) {
        #expect(ends.contains { abs(row - $0) < 10 }, "\(engine.name): \(row)")
      }
    }
  }

  @Test("Engines find no code of other types and none in a blank picture")
  func nothing() throws {
    let blank = try grey(64, 64)
    for engine in engines {
      for specimen in try Self.specimens() {
        let others = engine.readableTypes.subtracting([specimen.type])
        let found = try engine.scan(specimen.picture, types: others, options: EngineOptions()).codes
        #expect(!found.contains { $0.type == specimen.type }, "\(engine.name)")
        #expect(try engine.scan(specimen.picture, types: [], options: EngineOptions()) == EngineResult())
      }
      let types = engine.readableTypes
      #expect(try engine.scan(blank, types: types, options: EngineOptions()).codes == [], "\(engine.name)")
    }
  }

  @Test("Padded rows are read like packed ones, and tiny pictures contain no code")
  func layouts() throws {
    for engine in engines {
      for specimen in try Self.specimens() where engine.readableTypes.contains(specimen.type) {
        let expected = try engine.scan(specimen.picture, types: [specimen.type], options: EngineOptions())
        let apart = try specimen.picture.copy(rowAlignment: 512)
        #expect(try engine.scan(apart, types: [specimen.type], options: EngineOptions()) == expected)
      }
      for (width, height) in [(1, 1), (1, 40), (40, 1), (2, 3)] {
        let tiny = try grey(width, height)
        let found = try engine.scan(tiny, types: engine.readableTypes, options: EngineOptions()).codes
        #expect(found == [], "\(engine.name) \(width)×\(height)")
      }
    }
  }

  /// An engine that reports a QR code, a Micro QR code in its corner, and another one beside it.
  private struct Misreading: CodeEngine {
    let name = "misreading"
    let version = "1"
    let readableTypes: Set<MetadataObjectType> = [.qr, .microQR]

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      let codes: [(MetadataObjectType, String, Rect)] = [
        (.microQR, "corner", Rect(x: 20, y: 20, width: 30, height: 30)),
        (.qr, "whole", Rect(x: 20, y: 20, width: 100, height: 100)),
        (.microQR, "beside", Rect(x: 140, y: 20, width: 30, height: 30)),
      ]
      return EngineResult(codes: codes.map { EngineCode(type: $0, bytes: Array($1.utf8), corners: Corners($2)) })
    }
  }

  @Test("A Micro QR code in the corner of a QR code is a misreading")
  func parts() throws {
    let scanner = try CodeScanner(types: [.qr, .microQR], engines: [Misreading()])
    #expect(try scanner.scan(grey(200, 200)).map(\.stringValue) == ["whole", "beside"])
  }
}
