import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

/// The protection of inputs from being overwritten, whatever their names.
@Suite("Protection of viewfinder's inputs")
struct OverwritingTests {
  private let command = Command(built: "viewfinder")
  private static let size = VideoDimensions(width: 96, height: 64)
  private let picture = Array("P5 4 1 255\n".utf8) + [1, 2, 3, 4]

  /// Runs a shell script in which `viewfinder` is the command.
  private func shell(_ line: String, in folder: TemporaryFolder) throws -> Command.Outcome {
    let line = "viewfinder() { \"\(command.executable.path)\" --with mirror \"$@\"; }; " + line
    return try Command(at: "/bin/sh").run(["-c", line], in: folder.url)
  }

  private func bytes(_ file: String, in folder: TemporaryFolder) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.url.appending(path: file)))
  }

  @Test(
    "Standard input's file is never overwritten, whatever the names of input and output",
    arguments: ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"], ["in.png", "link.png", "twin.png"])
  func standardInput(_ input: String, _ output: String) throws {
    try TemporaryFolder.with { folder in
      folder.file("in.png", picture)
      symlink("in.png", folder.path("link.png"))
      link(folder.path("in.png"), folder.path("twin.png"))
      let outcome = try shell("viewfinder \(input) -o \(output) < in.png", in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == "viewfinder: \(output): this would overwrite an input; choose another name\n")
      #expect(try bytes("in.png", in: folder) == picture)
    }
  }

  @Test("A movie from standard input is never overwritten")
  func movieFromStandardInput() throws {
    try TemporaryFolder.with { folder in
      try MovingMovie.write(folder.path("in.mkv"), Self.size, frames: 6)
      let before = try bytes("in.mkv", in: folder)
      let outcome = try shell("viewfinder - -o in.mkv < in.mkv", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("viewfinder: in.mkv: this would overwrite an input"))
      #expect(try bytes("in.mkv", in: folder) == before)
    }
  }

  @Test("A scene of the synthetic camera is never overwritten", arguments: ["in.mp4", "link.mp4", "twin.mp4"])
  func scene(_ output: String) throws {
    try TemporaryFolder.with { folder in
      try MovingMovie.write(folder.path("in.mp4"), Self.size, frames: 6)
      symlink("in.mp4", folder.path("link.mp4"))
      link(folder.path("in.mp4"), folder.path("twin.mp4"))
      let before = try bytes("in.mp4", in: folder)
      for scene in ["--scene in.mp4", "--scene - < in.mp4"] {
        let outcome = try shell(
          "viewfinder --camera synthetic --preset low --duration 0.1 -o \(output) \(scene)", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("viewfinder: \(output): this would overwrite an input"))
        #expect(try bytes("in.mp4", in: folder) == before)
      }
    }
  }

  @Test("The pictures in a scene's folder are never overwritten")
  func sceneFolder() throws {
    try TemporaryFolder.with { folder in
      for name in ["seen/a.jpg", "seen/frame-000001.jpg"] { folder.file(name, picture) }
      let camera = "viewfinder --camera synthetic --preset low --scene seen --duration 0.1 -o "
      for (output, name) in [("seen/a.jpg", "seen/a.jpg"), ("seen", "seen/frame-000001.jpg")] {
        let outcome = try shell(camera + output, in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("viewfinder: \(name): this would overwrite an input"))
        #expect(try bytes(name, in: folder) == picture)
      }
      #expect(try shell(camera + "seen/new.jpg", in: folder).status == 0)
    }
  }

  @Test("A list of files is protected like an input")
  func list() throws {
    try TemporaryFolder.with { folder in
      folder.file("in/a.ppm", picture)
      let list = Array("in/a.ppm\n".utf8)
      folder.file("out/a.png", list)
      for option in ["--files-from out/a.png", "--files-from - < out/a.png"] {
        let outcome = try shell("viewfinder -o out \(option)", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("viewfinder: out/a.png: this would overwrite an input"))
        #expect(try bytes("out/a.png", in: folder) == list)
      }
      let outcome = try shell("viewfinder --files-from out/a.png -o out/a.png", in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains("'out/a.png' names one file"), "\(outcome.errors)")
      #expect(try bytes("out/a.png", in: folder) == list)
    }
  }

  @Test("An output is not overwritten as a later input of the same run")
  func laterInput() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", picture)
      mkdir(folder.path("out"), 0o700)
      let outcome = try shell("viewfinder a.pgm ./out//a.png -o out", in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("viewfinder: out/a.png: this would overwrite an input"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("out/a.png")))
    }
  }
}
