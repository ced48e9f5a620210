import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("scan-qr with cameras")
struct CameraTests {
  private let command = Command(built: "scan-qr")

  @Test("The synthetic camera shows a frame counter: each text is printed once, until the time limit")
  func live() throws {
    let outcome = try command.run(["--camera", "synthetic", "--preset", "low", "--timeout", "0.5"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.first?.hasPrefix("frame ") == true)
    #expect(Set(outcome.lines).count == outcome.lines.count)
  }

  @Test("With --one, the run ends at the first code; JSON contains the camera's ID and the time")
  func one() throws {
    let outcome = try command.run(["--camera", "synthetic", "--preset", "640x480", "--one", "--json"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    #expect(object?["source"] as? String == "synthetic")
    #expect(object?["time"] is Double)
    #expect((object?["text"] as? String)?.hasPrefix("frame ") == true)
  }

  @Test("Without a code of the requested types, the status is 4 after the time limit")
  func nothing() throws {
    let outcome = try command.run(
      ["--camera", "synthetic", "--preset", "low", "--types", "code39", "--timeout", "0.3"])
    #expect(outcome.status == 4)
    #expect(outcome.text == "" && outcome.errors.hasPrefix("scan-qr: no code of the requested types found"))
  }

  @Test("The synthetic camera shows the picture, folder or movie of --scene")
  func scene() throws {
    try TemporaryFolder.with { folder in
      let symbol = try #require(QRSymbol("before the camera"))
      let picture = try symbol.picture(pixelsPerModule: 8)
      folder.file("pictures/code.pgm", PNM.bytes(picture))
      let timing = SampleTiming(presentationTimeStamp: .zero)
      let sample = SampleBuffer(pixelBuffer: picture, timing: timing)
      let writer = try MovieWriter(folder.path("code.mp4"), for: sample)
      try writer.append(sample)
      try writer.finish()
      for scene in ["pictures/code.pgm", "pictures", "code.mp4"] {
        let outcome = try command.run(
          ["--camera", "synthetic", "--preset", "low", "--scene", folder.path(scene), "--one"])
        #expect(outcome.status == 0 && outcome.lines == ["before the camera"], "\(scene): \(outcome.errors)")
      }
      let missing = try command.run(["--camera", "synthetic", "--scene", folder.path("nowhere")])
      #expect(missing.status == 1 && missing.errors.contains("nowhere"))
    }
  }

  @Test("A missing camera gives status 1, and a message with the available cameras")
  func missing() throws {
    let outcome = try command.run(["--camera", "nowhere"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("synthetic"))
  }

  @Test(
    "Wrong usage gives status 2",
    arguments: [
      ["--camera", "synthetic", "a.png"], ["--camera", "synthetic", "--annotate", "a.png"],
      ["--camera", "synthetic", "--timeout", "0"], ["--camera", "synthetic", "--preset", "huge"],
      ["--camera", "synthetic", "--rearm", "-1"], ["--camera", "synthetic", "--isolation", "process"],
      ["--camera", "default", "--scene", "a.png"],
      ["--scene", "a.png", "b.png"],
    ])
  func usage(_ arguments: [String]) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
  }
}
