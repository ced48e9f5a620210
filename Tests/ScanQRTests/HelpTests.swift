import Fixtures
import Foundation
import OpenCaptureCodes
import Testing

@Suite("Help of scan-qr")
struct HelpTests {
  /// Whether all engines are built in, as the help lists their types.
  private static var hasAllEngines: Bool {
    #if ZXing
      true
    #else
      false
    #endif
  }

  @Test(
    "The help text matches the approved one in Tests/ScanQRTests/help.txt",
    .enabled(if: hasAllEngines, "skipped: built without the trait ZXing"))
  func snapshot() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "help.txt")
    let approved = try String(contentsOf: file, encoding: .utf8)
    let engines = CodeScanner.defaultEngines.map(\.name).joined(separator: ", ")
    let outcome = try Command(built: "scan-qr").run(["--help"])
    #expect(unwrapped(outcome.text) == unwrapped(approved.replacing("{engines}", with: engines)))
  }

  /// Returns the text with one line per option, because line breaks depend on the engines' names.
  private func unwrapped(_ help: String) -> String {
    help.replacing(#/\n {26}/#, with: " ")
  }
}
