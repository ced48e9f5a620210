import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("viewfinder with a live camera")
struct LiveTests {
  private let command = Command(built: "viewfinder")
  private let camera = ["--camera", "synthetic", "--preset", "low", "--with", "codes"]

  @Test("A camera is written to a movie, with a summary at the end")
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

  @Test("A folder gets a picture at each interval; a picture file always contains the newest")
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

  @Test("A movie that one process records cannot be overwritten by another, which fails with status 1")
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
      // The movie is written in the background, and at most two frames wait for it: with the fourth line, it is open.
      while printed.count(where: { $0 == UInt8(ascii: "\n") }) < 4 {
        let some = lines.fileHandleForReading.availableData
        guard !some.isEmpty else { break }
        printed += some
      }
      let second = try command.run(camera + ["--duration", "0.1", "--force", "-o", "a.mkv"], in: folder.url)
      #expect(second.status == 1)
      #expect(second.errors.hasPrefix("viewfinder: a.mkv: another writer is using the file"))
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

  @Test("With --every-frame, each line contains the code of its own frame")
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

  @Test("Wrong usage gives status 2, and a missing camera status 1")
  func errors() throws {
    #expect(try command.run(camera + ["a.png", "-o", "b.png"]).status == 2)
    #expect(try command.run(camera + ["--duration", "-1", "--json"]).status == 2)
    #expect(try command.run(["--camera", "nowhere", "--with", "codes", "--json"]).status == 1)
  }
}
