import Fixtures
import Foundation
import Testing

@Suite("Help of scan-qr")
struct HelpTests {
  /// Which types can be read depends on the engines.
  private static var hasAllEngines: Bool {
    #if ZXing
      true
    #else
      false
    #endif
  }

  @Test(
    "The help text is what was last read and approved: Tests/ScanQRTests/help.txt",
    .enabled(if: hasAllEngines, "skipped: built without the trait ZXing"))
  func snapshot() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "help.txt")
    let outcome = try Command(built: "scan-qr").run(["--help"])
    #expect(outcome.text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
