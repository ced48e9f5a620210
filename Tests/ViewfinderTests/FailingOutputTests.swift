import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

/// The reports of outputs that cannot be written.
@Suite("Unwritable outputs of viewfinder")
struct FailingOutputTests {
  private let command = Command(built: "viewfinder")
  private let camera = ["--camera", "synthetic", "--preset", "low", "--with", "mirror", "--duration", "3"]

  /// Returns a picture that compresses badly in all formats.
  private func noise() -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    return Array("P5 200 200 255\n".utf8) + (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test("A full disk is reported once, with the output's name", arguments: ["png", "mkv", "live.mkv", "live.jpg"])
  func fullDisk(_ kind: String) throws {
    try TemporaryFolder.with { folder in
      folder.file("in.png", noise())
      try MovingMovie.write(folder.path("in.mkv"), VideoDimensions(width: 320, height: 240), frames: 60)
      let output = "out.\(kind)"
      symlink("/dev/full", folder.path(output))
      let arguments = kind.hasPrefix("live") ? camera : ["--with", "mirror", "in.\(kind)"]
      let outcome = try command.run(arguments + ["-o", output], in: folder.url)
      #expect(outcome.status == 1)
      let failures = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("viewfinder: ") }
      #expect(
        failures == [
          "viewfinder: \(output): no space left on device; free space there, or choose another folder"
        ])
    }
  }

  @Test("A file over the size limit is reported; a picture is removed", arguments: ["png", "mkv"])
  func fileSizeLimit(_ kind: String) throws {
    try TemporaryFolder.with { folder in
      folder.file("in.png", noise())
      try MovingMovie.write(folder.path("in.mkv"), VideoDimensions(width: 320, height: 240), frames: 60)
      let line = "ulimit -f 8; exec env --default-signal=XFSZ \"$0\" --with mirror in.\(kind) -o out/a.\(kind)"
      mkdir(folder.path("out"), 0o700)
      let outcome = try Command(at: "/bin/sh").run(["-c", line, command.executable.path], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("viewfinder: out/a.\(kind): file too large; "))
      #expect(outcome.errors.contains("ulimit -f"))
      // A movie keeps the part before the limit.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
      #expect(names == (kind == "png" ? [] : ["a.mkv"]))
    }
  }
}
