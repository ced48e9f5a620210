import Fixtures
import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// Walks every engine that is built in: one that is added is tested without a word about it here.
@Suite("Code engines")
struct CodeEngineTests {
  /// A code of a type, with what it says, as large in the picture as any engine wants it.
  private struct Specimen {
    let type: MetadataObjectType
    let bytes: [UInt8]
    let picture: PixelBuffer
  }

  /// A code of each type that can be drawn here.
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

  /// A picture with nothing on it: whatever was in memory before could look like a code.
  private func grey(_ width: Int, _ height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height)
    try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 128) }
    return picture
  }

  private let engines = CodeScanner.defaultEngines

  @Test("Each has a name of its own, a version, and something that it reads")
  func identity() {
    #expect(Set(engines.map(\.name)).count == engines.count)
    for engine in engines {
      #expect(!engine.name.isEmpty && !engine.version.isEmpty, "\(engine.name)")
      #expect(!engine.readableTypes.isEmpty, "\(engine.name)")
      #expect(engine.readableTypes.isSubset(of: MetadataObjectType.machineReadableCodes), "\(engine.name)")
    }
  }

  @Test("What an engine says that it reads, it reads, with corners inside of the picture")
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

  @Test("On strips, too, that are as narrow as a label's edge, a code lies where it is", arguments: [8, 26, 53])
  func strip(width: Int) throws {
    let symbol = try #require(EANSymbol("400638133393"))
    let (module, height) = (27, 5000)
    let top = height - 11 * module - 95 * module
    // Dark modules are light in every third row: bars are seen in a smaller copy only.
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

  @Test("Nothing is found of types that weren't asked for, and nothing where nothing is")
  func nothing() throws {
    let blank = try grey(64, 64)
    for engine in engines {
      for specimen in try Self.specimens() {
        let others = engine.readableTypes.subtracting([specimen.type])
        let found = try engine.scan(specimen.picture, types: others, options: EngineOptions()).codes
        #expect(!found.contains { $0.type == specimen.type }, "\(engine.name)")
        #expect(try engine.scan(specimen.picture, types: [], options: EngineOptions()) == EngineFindings())
      }
      let types = engine.readableTypes
      #expect(try engine.scan(blank, types: types, options: EngineOptions()).codes == [], "\(engine.name)")
    }
  }

  @Test("Rows that lie apart are read as those that don't, and the smallest pictures hold nothing")
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
}
