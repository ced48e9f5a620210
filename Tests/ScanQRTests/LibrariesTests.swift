import Fixtures
import Foundation
import Testing

@Suite("Libraries of scan-qr")
struct LibrariesTests {
  @Test(
    "Nothing is loaded at the start that isn't needed for most pictures",
    arguments: [
      "Foundation.so", "FoundationInternationalization", "qrencode", "opencv", "avcodec", "cairo",
    ])
  func libraries(_ name: String) throws {
    let outcome = try Command(at: "/usr/bin/ldd").run([Command(built: "scan-qr").executable.path])
    #expect(outcome.status == 0 && outcome.lines.count > 20)
    #expect(outcome.lines.filter { $0.contains(name) } == [])
  }
}
