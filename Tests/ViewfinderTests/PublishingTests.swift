import Fixtures
import Foundation
import Testing

@Suite("Publishing by viewfinder and scan-qr")
struct PublishingTests {
  private let camera = ["--camera", "synthetic", "--preset", "low"]
  /// An address without a broker.
  private let nowhere = "mqtt://127.0.0.1:1/hall"

  private func members(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
  }

  @Test("Without a broker, the command runs, reports it, and keeps events for the next run")
  func away() throws {
    try TemporaryFolder.with { folder in
      let arguments = camera + ["--with", "codes", "--publish", nowhere, "--duration", "0.5", "-o", "a.mp4"]
      let outcome = try Command(built: "viewfinder").run(
        arguments, in: folder.url, environment: ["XDG_STATE_HOME": folder.path("state")])
      #expect(outcome.status == 0)
      let reports = ["Connection refused", "no connection"].map { "broker 127.0.0.1:1: \($0); retrying" }
      #expect(reports.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
      #expect(folder.contents == ["a.mp4", "state"])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/opencapture"))
      let file = try #require(files.first)
      let bytes = try Data(contentsOf: URL(filePath: folder.path("state/opencapture/\(file)")))
      #expect(bytes.firstRange(of: Data(#""event":"new""#.utf8)) != nil)
      #expect(bytes.firstRange(of: Data(#""event":"end""#.utf8)) != nil)
    }
  }

  @Test("scan-qr publishes a camera, too")
  func codes() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Command(built: "scan-qr").run(
        camera + ["--publish", nowhere, "--publish-folder", folder.path("events"), "--timeout", "0.5"])
      #expect(outcome.status == 0 && outcome.errors.contains("retrying"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("events")).count == 1)
    }
  }

  @Test("A password in the broker's address is rejected and not repeated", arguments: ["viewfinder", "scan-qr"])
  func password(_ name: String) throws {
    let outcome = try Command(built: name).run(camera + ["--publish", "mqtt://me:s3cret@host/hall"])
    #expect(outcome.status == 2 && outcome.errors.contains("a password on the command line"))
    #expect(!outcome.errors.contains("s3cret"))
  }

  @Test(
    "Conflicting options are rejected",
    arguments: [
      (["a.jpg", "--publish", "mqtt://h/s"], "--publish needs --camera"),
      (["--camera", "synthetic", "--home-assistant"], "--home-assistant needs --publish"),
      (["--camera", "synthetic", "--publish", "http://h/s"], "not a broker address"),
      (["serve", "--publish", "mqtt://h/s", "--rest", "5"], "--publish cannot be combined with --rest"),
      (["serve", "--publish", "mqtt://h/s", "--publish-commands"], "--publish-commands needs"),
      (["--camera", "synthetic", "--publish", "mqtt://h/s", "--publish-frames=-1"], "--publish-frames must be"),
    ])
  func usage(_ arguments: [String], message: String) throws {
    let outcome = try Command(built: "viewfinder").run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(message))
  }

  @Test(
    "A camera's lines contain the session, the sequence number, the capture time and the track")
  func lines() throws {
    let outcome = try Command(built: "viewfinder").run(
      camera + ["--with", "codes,faces", "--every-frame", "--json", "--duration", "0.5", "--quiet"])
    let lines = try members(outcome.lines)
    #expect(!lines.isEmpty && Set(lines.compactMap { $0["session"] as? String }).count == 1)
    #expect(lines.map { $0["sequence"] as? Int } == Array(1...max(1, lines.count)))
    for line in lines {
      #expect(line["v"] as? Int == 1 && line["host"] is String && line["drops"] is Int)
      #expect(line["cameraSequence"] is Int && (line["captured"] as? String)?.hasSuffix("Z") == true)
      #expect((line["track"] as? String)?.hasPrefix(line["session"] as? String ?? "none") == true)
    }
    func tracks(_ type: String) -> [String] {
      lines.filter { $0["type"] as? String == type }.compactMap { $0["track"] as? String }
    }
    // The two faces keep their tracks, but each count of the frame counter is a new code.
    #expect(Set(tracks("face")).count <= 2 && !tracks("qr").isEmpty)
    #expect(Set(tracks("qr")).count == tracks("qr").count)
  }

  @Test("Lines of scan-qr contain the same members")
  func scannedLines() throws {
    let outcome = try Command(built: "scan-qr").run(camera + ["--json", "--timeout", "0.5", "--quiet"])
    let lines = try members(outcome.lines)
    #expect(!lines.isEmpty && lines.map { $0["sequence"] as? Int } == Array(1...max(1, lines.count)))
    #expect(Set(lines.compactMap { $0["track"] as? String }).count == lines.count)
  }

  @Test("Lines of files do not contain them, so that they are reproducible")
  func files() throws {
    try TemporaryFolder.with { folder in
      let viewfinder = Command(built: "viewfinder")
      _ = try viewfinder.run(camera + ["--with", "none", "--duration", "0.3", "-o", "a.mp4"], in: folder.url)
      let outcome = try viewfinder.run(["--with", "codes", "--json", "a.mp4"], in: folder.url)
      #expect(try members(outcome.lines).allSatisfy { $0["session"] == nil && $0["type"] as? String == "qr" })
      #expect(!outcome.lines.isEmpty)
    }
  }
}
