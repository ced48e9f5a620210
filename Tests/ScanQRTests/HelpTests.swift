import Fixtures
import Foundation
import OpenCaptureCodes
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
    let approved = try String(contentsOf: file, encoding: .utf8)
    let engines = CodeScanner.defaultEngines.map(\.name).joined(separator: ", ")
    let outcome = try Command(built: "scan-qr").run(["--help"])
    #expect(unwrapped(outcome.text) == unwrapped(approved.replacing("{engines}", with: engines)))
  }

  /// The text with a line for each option: where one is broken depends on what engines there are.
  private func unwrapped(_ help: String) -> String {
    help.replacing(#/\n {26}/#, with: " ")
  }
}
