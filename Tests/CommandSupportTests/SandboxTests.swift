@testable import OpenCaptureCommandSupport
import Fixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("What commands give up before they decode")
struct SandboxTests {
  private static let isPossible = Sandbox.support.files.isOn && Sandbox.support.calls.isOn
  private static let reason: Comment = "this kernel has no Landlock, or no seccomp"

  private let probe = Command(built: "sandbox-probe")

  private func attempts(_ options: [String]) throws -> Command.Outcome {
    try TemporaryFolder.with { folder in
      let input = folder.file("input", [1])
      folder.file("input.secret", [2])
      let output = folder.file("output/old", []).deletingLastPathComponent()
      return try probe.run(options + [input.path, output.path])
    }
  }

  /// Expects that what was attempted ended as it should, so many times.
  private func expectRefusals(
    of outcome: Command.Outcome, _ count: Int, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 0, sourceLocation: place)
    #expect(outcome.lines.filter { $0.hasPrefix("WRONG") } == [], sourceLocation: place)
    #expect(outcome.lines.count { $0.hasPrefix("ok") } == count, sourceLocation: place)
  }

  @Test(
    "Whoever gets in can read the input and write in the output's folder, on any thread; nothing else works",
    .enabled(if: isPossible, reason))
  func inside() throws {
    try expectRefusals(of: attempts([]), 58)
  }

  @Test("Where microphones are worked with, nothing else works either", .enabled(if: isPossible, reason))
  func sound() throws {
    try expectRefusals(of: attempts(["--microphones"]), 52)
  }

  @Test(
    "Where connections are taken, none can be made, not even by what is sent on a socket that was listened to",
    .enabled(if: isPossible, reason))
  func serving() throws {
    try expectRefusals(of: attempts(["--serves"]), 58)
  }

  @Test("Where a broker is published to, nothing else works either", .enabled(if: isPossible, reason))
  func publishing() throws {
    try expectRefusals(of: attempts(["--publishes"]), 50)
  }

  @Test(
    "Where a camera on the network is looked at, nothing else works either, not even to see what other programs were told",
    .enabled(if: isPossible, reason))
  func networkCamera() throws {
    try expectRefusals(of: attempts(["--network-camera"]), 50)
  }

  @Test("Outside, the same attempts work: they are real")
  func outside() throws {
    let outcome = try attempts(["--no-sandbox"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.filter { $0.hasPrefix("WRONG") } == [])
  }

  @Test("Many files are named by their folders, too many folders not at all")
  func covering() {
    func paths(_ folders: Int, _ files: Int) -> [InputPath] {
      (0..<folders).flatMap { folder in (0..<files).map { InputPath("/\(folder)/\($0).jpg") } }
    }
    #expect(SandboxPaths.covering([]) == [])
    #expect(Set(SandboxPaths.covering(paths(2, 2)) ?? []) == Set(paths(2, 2)))
    #expect(SandboxPaths.covering(paths(2, 2) + paths(2, 2))?.count == 4)
    #expect(Set(SandboxPaths.covering(paths(2, 1000)) ?? []) == [InputPath("/0/"), InputPath("/1/")])
    #expect(SandboxPaths.covering(paths(1100, 1)) == nil)
  }

  @Test("What is known of the inputs is what can be read: files, folders, links out of them; not what a pipe names")
  func places() throws {
    try TemporaryFolder.with { folder in
      let file = InputPath(folder.file("a.png", [1]).path)
      let outside = folder.file("b.png", [1]).path
      folder.file("pictures/c.png", [1])
      #expect(symlink(outside, folder.path("pictures/d.png")) == 0)
      let pictures = InputPath(folder.path("pictures"))
      let queue = try InputQueue([file, pictures], list: nil, walksDirectories: true, command: "scan-qr")
      #expect(queue.places == [file, pictures, pictures.appending(InputPath("d.png"))])
      let list = InputPath(folder.file("list", Array("\(outside)\n".utf8)).path)
      var listed = try InputQueue(
        [file], list: (list, isNullSeparated: false), walksDirectories: false, command: "scan-qr")
      #expect(listed.places == nil)
      listed.readShortList()
      #expect(listed.places == [file, InputPath(outside)])
      #expect(listed.count == 2)
    }
  }
}
