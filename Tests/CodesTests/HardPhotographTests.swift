import OpenCaptureCodes
import Fixtures
import OpenCaptureMetadata
import Testing

/// Photographs with one difficulty each: see ``CodePhotograph``.
@Suite("Photographs with difficult codes")
struct HardPhotographTests {
  @Test(
    "A scan reads at least as many codes of each kind as any single engine, and nothing wrong",
    arguments: CodePhotograph.Kind.allCases.filter { $0 != .frame })
  func kinds(_ kind: CodePhotograph.Kind) throws {
    // One easy and one hard photograph.
    let photographs = try [4, 12].map { try CodePhotograph.photograph(kind, number: $0) }
    var read = 0
    for (text, picture) in photographs {
      let found = try CodeScanner().scan(picture).map(\.stringValue)
      #expect(found.isEmpty || found == [text])
      read += found.count
    }
    let peers = try CodeScanner.defaultEngines.map { engine in
      try photographs.count { text, picture in
        try engine.scan(picture, types: [.qr], options: EngineOptions()).codes.contains {
          $0.bytes == Array(text.utf8)
        }
      }
    }
    let names = CodeScanner.defaultEngines.map(\.name)
    print("\(kind): \(read) of \(photographs.count) read; by engines alone: \(Array(zip(names, peers)))")
    #expect(peers.allSatisfy { $0 <= read })
    #expect(read > 0)
  }
}
