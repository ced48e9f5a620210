import Fixtures
import Foundation
import Testing

@Suite("Capture code in the style of Apple's documentation")
struct SnippetTests {
  @Test("Frames and a code are received from synthetic cameras")
  func frames() throws {
    let outcome = try Command(built: "AppleSnippetsCapture").run(
      [], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains { $0.hasPrefix("frame ") })
    #expect(outcome.lines.contains { $0.hasPrefix("code frame ") && $0.hasSuffix(" true") })
  }

  @Test("A movie is recorded, and thumbnails and a reversed movie are made from it")
  func movies() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Command(built: "AppleSnippetsMovies").run(
        [folder.url.path], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.lines == [
          "recorded 10 true", "thumbnails 60×80 60×80 60×80 60×80", "reversed 10 true 640×480",
          "poster 640×480",
        ])
      #expect(outcome.errors.isEmpty)
    }
  }
}
