import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("viewfinder, live")
struct LiveTests {
  private let command = Command(built: "viewfinder")
  private let camera = ["--camera", "synthetic", "--preset", "low", "--with", "codes"]

  @Test("What the camera sees becomes a movie, with a summary at the end")
  func movie() throws {
    try TemporaryFolder.with { folder in
      let outcome = try command.run(camera + ["--duration", "1", "-o", "a.mp4"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains(" frames, ") && outcome.errors.contains("codes "))
      let reader = try MovieReader(contentsOf: folder.path("a.mp4"))
      var times: [Double] = []
      while let frame = try reader.nextSample() { times.append(frame.presentationTimeStamp.seconds) }
      #expect(times.first == 0)
      #expect(times.count > 2 && times == times.sorted())
      #expect((times.last ?? 0) < 1)
      #expect(reader.info.dimensions == VideoDimensions(width: 320, height: 240))
    }
  }

  @Test("A folder gets a picture at each interval; a picture's name is always the newest")
  func pictures() throws {
    try TemporaryFolder.with { folder in
      let arguments = camera + ["--duration", "1", "--interval", "0.4", "--quiet"]
      let outcome = try command.run(arguments + ["-o", "out"], in: folder.url)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["frame-000001.jpg", "frame-000002.jpg", "frame-000003.jpg"])
      #expect(try command.run(arguments + ["-o", "now.png"], in: folder.url).status == 0)
      #expect(folder.contents == ["now.png", "out"])
    }
  }

  @Test("What one process records isn't recorded over by another one, which says so; status 1")
  func recordedOnce() throws {
    try TemporaryFolder.with { folder in
      let first = Process()
      first.executableURL = command.executable
      first.arguments = camera + ["--json", "--every-frame", "--quiet", "-o", "a.mkv"]
      first.currentDirectoryURL = folder.url
      let lines = Pipe()
      first.standardOutput = lines
      try first.run()
      var printed = Data()
      // The frame before it is written when a frame is told of.
      while printed.firstRange(of: Data(#""frame":1,"#.utf8)) == nil {
        let some = lines.fileHandleForReading.availableData
        guard !some.isEmpty else { break }
        printed += some
      }
      let second = try command.run(camera + ["--duration", "0.1", "-o", "a.mkv"], in: folder.url)
      #expect(second.status == 1)
      #expect(second.errors.hasPrefix("viewfinder: a.mkv: another movie is being written to it"))
      first.interrupt()
      _ = lines.fileHandleForReading.readDataToEndOfFile()
      first.waitUntilExit()
      #expect(first.terminationStatus == 130)
      let reader = try MovieReader(contentsOf: folder.path("a.mkv"))
      var frames = 0
      while try reader.nextSample() != nil { frames += 1 }
      #expect(frames > 1)
    }
  }

  @Test("With every frame looked at, each tells the code that it shows")
  func everyFrame() throws {
    let outcome = try command.run(camera + ["--duration", "0.5", "--json", "--every-frame", "--quiet"])
    #expect(outcome.status == 0)
    for line in outcome.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["type"] as? String == "qr")
      #expect(object?["frame"] is Int && object?["time"] is Double)
    }
    #expect(!outcome.lines.isEmpty)
  }

  @Test("Wrong usage is status 2; a camera that isn't there, 1")
  func errors() throws {
    #expect(try command.run(camera + ["a.png", "-o", "b.png"]).status == 2)
    #expect(try command.run(camera + ["--duration", "-1", "--json"]).status == 2)
    #expect(try command.run(["--camera", "nowhere", "--with", "codes", "--json"]).status == 1)
  }
}
