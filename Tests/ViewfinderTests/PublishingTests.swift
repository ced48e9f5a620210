import Fixtures
import Foundation
import Testing

@Suite("viewfinder and scan-qr, published")
struct PublishingTests {
  private let camera = ["--camera", "synthetic", "--preset", "low"]
  /// A port that nobody listens to.
  private let nowhere = "mqtt://127.0.0.1:1/hall"

  private func members(_ lines: [String]) throws -> [[String: Any]] {
    try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
  }

  @Test("Without a broker all goes on, the person hears of it, and events wait for the next run")
  func away() throws {
    try TemporaryFolder.with { folder in
      let arguments = camera + ["--with", "codes", "--publish", nowhere, "--duration", "0.5", "-o", "a.mp4"]
      let outcome = try Command(built: "viewfinder").run(
        arguments, in: folder.url, environment: ["XDG_STATE_HOME": folder.path("state")])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("broker 127.0.0.1:1: Connection refused; it is tried again"))
      #expect(folder.contents == ["a.mp4", "state"])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/opencapture"))
      let file = try #require(files.first)
      let bytes = try Data(contentsOf: URL(filePath: folder.path("state/opencapture/\(file)")))
      #expect(bytes.firstRange(of: Data(#""event":"new""#.utf8)) != nil)
      #expect(bytes.firstRange(of: Data(#""event":"end""#.utf8)) != nil)
    }
  }

  @Test("scan-qr publishes a camera as well")
  func codes() throws {
    try TemporaryFolder.with { folder in
      let outcome = try Command(built: "scan-qr").run(
        camera + ["--publish", nowhere, "--publish-folder", folder.path("events"), "--timeout", "0.5"])
      #expect(outcome.status == 0 && outcome.errors.contains("it is tried again"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("events")).count == 1)
    }
  }

  @Test("A password in the address is refused, and repeated nowhere", arguments: ["viewfinder", "scan-qr"])
  func password(_ name: String) throws {
    let outcome = try Command(built: name).run(camera + ["--publish", "mqtt://me:s3cret@host/hall"])
    #expect(outcome.status == 2 && outcome.errors.contains("a password has no place on a command line"))
    #expect(!outcome.errors.contains("s3cret"))
  }

  @Test(
    "What doesn't go together is refused",
    arguments: [
      (["a.jpg", "--publish", "mqtt://h/s"], "--publish is for --camera"),
      (["--camera", "synthetic", "--home-assistant"], "--home-assistant is for --publish"),
      (["--camera", "synthetic", "--publish", "http://h/s"], "this is no address of a broker"),
      (["serve", "--publish", "mqtt://h/s", "--rest", "5"], "--publish and --rest exclude each other"),
      (["serve", "--publish", "mqtt://h/s", "--publish-commands"], "--publish-commands needs"),
      (["--camera", "synthetic", "--publish", "mqtt://h/s", "--publish-frames=-1"], "--publish-frames must be"),
    ])
  func usage(_ arguments: [String], complaint: String) throws {
    let outcome = try Command(built: "viewfinder").run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(complaint))
  }

  @Test(
    "Lines of a camera say whose they are, the how manieth, when their frame was captured, and which track it is")
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
    // A face stays the same, a code that counts doesn't.
    func tracks(_ type: String) -> Set<String> {
      Set(lines.filter { $0["type"] as? String == type }.compactMap { $0["track"] as? String })
    }
    #expect(tracks("qr").count > tracks("face").count)
  }

  @Test("So do those of scan-qr")
  func scannedLines() throws {
    let outcome = try Command(built: "scan-qr").run(camera + ["--json", "--timeout", "0.5", "--quiet"])
    let lines = try members(outcome.lines)
    #expect(!lines.isEmpty && lines.map { $0["sequence"] as? Int } == Array(1...max(1, lines.count)))
    #expect(Set(lines.compactMap { $0["track"] as? String }).count == lines.count)
  }

  @Test("Lines of files say nothing of that: they are the same whenever, and wherever")
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
