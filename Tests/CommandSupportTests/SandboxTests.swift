@testable import OpenCaptureCommandSupport
import Fixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Sandbox of commands")
struct SandboxTests {
  private static let isPossible = Sandbox.support.files.isOn && Sandbox.support.calls.isOn
  private static let reason: Comment = "requires a kernel with Landlock and seccomp"

  private let probe = Command(built: "sandbox-probe")

  private func attempts(_ profile: String) throws -> Command.Outcome {
    try TemporaryFolder.with { folder in
      let input = folder.file("input", [1])
      folder.file("input.secret", [2])
      let output = folder.file("output/old", []).deletingLastPathComponent()
      let memory = "/dev/shm/sandbox-probe-\(UInt64.random(in: 0...UInt64.max))"
      close(open(memory, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
      defer { unlink(memory) }
      return try probe.run([profile, input.path, output.path, memory])
    }
  }

  @Test(
    "Sandboxed code can read the input and write to the output folder, on any thread; all else fails",
    .enabled(if: isPossible, reason),
    arguments: [
      ("files", 98), ("record", 92), ("pipewire", 94), ("window", 92), ("serve", 98), ("publish", 90),
      ("network-camera", 90), ("camera-worker", 98),
    ])
  func inside(_ profile: String, _ count: Int) throws {
    let outcome = try attempts(profile)
    #expect(outcome.status == 0)
    #expect(outcome.lines.filter { $0.hasPrefix("WRONG") } == [])
    #expect(outcome.lines.count { $0.hasPrefix("ok") } == count)
  }

  @Test("The same attempts succeed outside of the sandbox")
  func outside() throws {
    let outcome = try attempts("unrestricted")
    #expect(outcome.status == 0)
    #expect(outcome.lines.filter { $0.hasPrefix("WRONG") } == [])
  }

  @Test("Many files are allowed by their folders; too many folders are not listed")
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

  @Test("The readable places are the known inputs and targets of links; a pipe's list is unknown in advance")
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
