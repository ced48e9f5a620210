import CaptureFixtures
import Fixtures
import Foundation
import Testing

@Suite("viewfinder with network cameras")
struct NetworkCameraCommandTests {
  private let command = Command(built: "viewfinder")

  /// Runs the command with a camera file.
  private func run(_ arguments: [String], _ cameras: String, mode: Int = 0o600) throws -> Command.Outcome {
    try TemporaryFolder.with { folder in
      let file = folder.file("opencapture/cameras", Array(cameras.utf8))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      return try command.run(arguments, in: folder.url, environment: ["XDG_CONFIG_HOME": folder.url.path])
    }
  }

  private static let commands: [[String]] = {
    let all = [["run", "--json"], ["photo"], ["record", "-o", "x.mkv"], ["cameras"]]
    #if Live
      return all + [["serve"]]
    #else
      return all
    #endif
  }()

  @Test(
    "All commands reject a password on the command line with a hint, and do not repeat the password",
    arguments: commands)
  func refusal(arguments: [String]) throws {
    for address in ["rtsp://me:hunter2@127.0.0.1:9/x", "http://127.0.0.1:9/x?user=me&pwd=hunter2"] {
      let outcome = try run(arguments + (arguments == ["cameras"] ? [address] : ["--camera", address]), "")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("/opencapture/cameras (mode 600)"), "\(outcome.errors)")
      #expect(!(outcome.errors + outcome.text).contains("hunter2"))
    }
  }

  @Test("The cameras of the file are listed without their passwords, and without connecting to them")
  func list() throws {
    let server = try PictureServer(.silence)
    defer { server.end() }
    let cameras = "door \(server.address("me:hunter2@"))\nyard rtsp://127.0.0.1:9/pwd=hunter2\n"
    for json in [[], ["--json"]] {
      let outcome = try run(["cameras"] + json, cameras)
      #expect(outcome.status == 0 && outcome.text.contains("door") && outcome.text.contains("yard"))
      #expect(!(outcome.errors + outcome.text).contains("hunter2"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test("A camera file that others can read is rejected; the list omits its cameras, and the doctor reports it")
  func mode() throws {
    let cameras = "door http://127.0.0.1:9/\n"
    let live = try run(["--camera", "door", "--json"], cameras, mode: 0o644)
    #expect(live.status == 1 && live.errors.contains("chmod 600 "))
    let list = try run(["cameras"], cameras, mode: 0o644)
    #expect(list.errors.contains("chmod 600 ") && list.lines.last?.hasPrefix("synthetic ") == true)
    let doctor = try run(["doctor"], cameras, mode: 0o644)
    #expect(doctor.status == 1 && doctor.text.contains("WRONG   network cameras: "))
    #expect(try run(["doctor"], cameras).text.contains("ok      network cameras: 1 in "))
  }

  @Test("A network camera can be used like any other, and no output contains its password")
  func live() throws {
    let secret = Data("me:hunter2".utf8).base64EncodedString()
    let server = try PictureServer(.guarded(secret))
    defer { server.end() }
    let cameras = "door \(server.address("me:hunter2@"))\n"
    let outcomes = [
      try run(["--camera", "door", "--with", "none", "--json", "-v", "-o", "x.jpg", "--duration", "0.5"], cameras),
      try run(["cameras", "door"], cameras), try run(["cameras", "door", "--json"], cameras),
      try run(["photo", "--camera", "door", "-v", "-o", "x.jpg"], cameras),
    ]
    for outcome in outcomes {
      #expect(outcome.status == 0, "\(outcome.errors)")
      let words = outcome.errors + outcome.text
      #expect(!words.contains("hunter2") && !words.contains(secret))
    }
    #expect(outcomes[0].errors.contains("door: ") && outcomes[1].text.contains("64×48"))
  }

  @Test("An unreachable network camera is an error with its name and without its password")
  func missing() throws {
    let server = try PictureServer(.silence)
    server.end()
    let outcome = try run(["--camera", "door", "--json"], "door \(server.address("me:hunter2@"))\n")
    #expect(outcome.status == 1 && outcome.errors.contains("door (http://127.0.0.1:"))
    #expect(!outcome.errors.contains("hunter2"))
  }
}
