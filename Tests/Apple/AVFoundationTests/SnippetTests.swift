import Fixtures
import Testing

@Suite("Code in the manner of tutorials for Apple's systems")
struct SnippetTests {
  @Test("It sees frames and a code through cameras that pass for the machine's")
  func frames() throws {
    let outcome = try Command(built: "AppleSnippetsCapture").run(
      [], environment: ["OPENCAPTURE_SYNTHETIC_DEVICES": "1"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains { $0.hasPrefix("frame ") })
    #expect(outcome.lines.contains { $0.hasPrefix("code frame ") && $0.hasSuffix(" true") })
  }
}
