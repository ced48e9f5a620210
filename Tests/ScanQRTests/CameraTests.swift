import Fixtures
import Foundation
import Testing

@Suite("scan-qr and cameras")
struct CameraTests {
  private let command = Command(built: "scan-qr")

  @Test("The built-in camera shows a code that counts frames: each text is printed once, until the time is over")
  func live() throws {
    let outcome = try command.run(["--camera", "synthetic", "--preset", "low", "--timeout", "0.5"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.first == "frame 0")
    #expect(Set(outcome.lines).count == outcome.lines.count)
  }

  @Test("With --one it ends at the first code; JSON has the camera's id and the time")
  func one() throws {
    let outcome = try command.run(["--camera", "synthetic", "--preset", "640x480", "--one", "--json"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    #expect(object?["source"] as? String == "synthetic")
    #expect(object?["time"] is Double)
    #expect((object?["text"] as? String)?.hasPrefix("frame ") == true)
  }

  @Test("Nothing of the types asked for is status 4 once the time is over")
  func nothing() throws {
    let outcome = try command.run(
      ["--camera", "synthetic", "--preset", "low", "--types", "code39", "--timeout", "0.3"])
    #expect(outcome.status == 4)
    #expect(outcome.text + outcome.errors == "")
  }

  @Test("A camera that isn't there is status 1, and the message names those that are")
  func missing() throws {
    let outcome = try command.run(["--camera", "nowhere"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("synthetic"))
  }

  @Test(
    "Wrong usage is status 2",
    arguments: [
      ["--camera", "synthetic", "a.png"], ["--camera", "synthetic", "--annotate", "a.png"],
      ["--camera", "synthetic", "--timeout", "0"], ["--camera", "synthetic", "--preset", "huge"],
      ["--camera", "synthetic", "--rearm", "-1"],
    ])
  func usage(_ arguments: [String]) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
  }
}
