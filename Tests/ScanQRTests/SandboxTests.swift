import Fixtures
import Foundation
import Glibc
import OpenCaptureCommandSupport
import Testing

@Suite("Sandbox of scan-qr")
struct ScanSandboxTests {
  private let command = Command(built: "scan-qr")

  private func picture(_ text: String) throws -> [UInt8] {
    try PNM.bytes(#require(QRSymbol(text)).picture(pixelsPerModule: 4))
  }

  @Test(
    "The sandbox is entered before the input is opened and before a second thread starts",
    .enabled(if: SystemCallTrace.isPossible, "strace is missing or has no permission to trace"),
    .enabled(
      if: Sandbox.support.files.isOn && Sandbox.support.calls.isOn, "requires a kernel with Landlock and seccomp"))
  func order() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try picture("hello"))
      let strace = Command(at: "/usr/bin/strace")
      let outcome = try strace.run(
        [
          "-f", "-qq", "-e", "trace=landlock_restrict_self,seccomp,clone,clone3,openat", "-e", "signal=none", "-o",
          folder.path("trace"), command.executable.path, "a.pgm",
        ], in: folder.url, environment: ["ASAN_OPTIONS": "detect_leaks=0"])
      #expect(outcome.text == "hello\n")
      let calls = try String(contentsOfFile: folder.path("trace"), encoding: .utf8).split(separator: "\n")
      let reading = try #require(calls.firstIndex { $0.contains("\"a.pgm\"") && !$0.contains("O_PATH") })
      let thread = try #require(calls.firstIndex { $0.contains("clone") })
      for call in ["landlock_restrict_self(", "seccomp(SECCOMP_SET_MODE_FILTER"] {
        let place = calls.firstIndex { $0.contains(call) && $0.hasSuffix("= 0") }
        #expect(place.map { $0 < min(reading, thread) } == true, "\(call)")
      }
    }
  }

  @Test("All named inputs can be read: a file, a link, a folder with links out of it, a list, a pipe")
  func inputs() throws {
    try TemporaryFolder.with { folder in
      let outside = folder.file("elsewhere/a.pgm", try picture("outside")).path
      folder.file("pictures/b.pgm", try picture("inside"))
      #expect(symlink(outside, folder.path("pictures/c.pgm")) == 0)
      #expect(symlink(outside, folder.path("link")) == 0)
      let list = folder.file("list", Array("pictures/b.pgm\nlink\n".utf8)).path
      for (arguments, texts) in [
        (["link"], ["outside"]), (["--recursive", "pictures"], ["inside", "outside"]),
        (["--files-from", list], ["inside", "outside"]), (["elsewhere/../link", "-"], ["outside", "piped"]),
      ] {
        let outcome = try command.run(["-j1"] + arguments, input: try picture("piped"), in: folder.url)
        #expect(outcome.lines.compactMap { $0.split(separator: " ").last.map(String.init) } == texts)
        #expect(outcome.errors == "")
      }
    }
  }

  @Test(
    "Output can be written beside other files, through a link, in a folder, and to a device")
  func outputs() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", try picture("hello"))
      folder.file("elsewhere/old.png", [1])
      #expect(symlink(folder.path("elsewhere/old.png"), folder.path("link.png")) == 0)
      for output in ["a.png", "link.png", "/dev/null"] {
        let outcome = try command.run(["a.pgm", "--force", "--annotate", output], in: folder.url)
        #expect(outcome.status == 0 && outcome.errors == "", "\(output)")
      }
      #expect(try command.run(["a.pgm", "link.png", "--annotate", "out"], in: folder.url).status == 0)
      #expect(try [UInt8](Data(contentsOf: folder.url.appending(path: "elsewhere/old.png"))).count > 1)
      #expect(folder.contents("out") == ["a.png", "link.png"])
    }
  }

  @Test("--stats prints the restrictions, or that --no-sandbox disables them")
  func words() throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("a.pgm", try picture("hello")).path
      #expect(try command.run(["--stats", file]).errors.contains("sandbox: files (Landlock) "))
      #expect(try command.run(["--stats", "--no-sandbox", file]).errors.contains("(Landlock) off: --no-sandbox"))
    }
  }
}

extension TemporaryFolder {
  fileprivate func contents(_ name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path(name)))?.sorted() ?? []
  }
}
