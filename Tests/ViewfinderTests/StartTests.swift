import ArgumentParser
import Fixtures
import Foundation
import OpenCapture
import OpenCaptureCommandSupport
import Testing

@testable import OpenCaptureViewfinder

/// Command lines without inputs, with mistyped commands, and without a display.
@Suite("Start of viewfinder")
struct StartTests {
  private let command = Command(built: "viewfinder")
  private static let hasCamera = !ConnectedCameras().devices.isEmpty
  private static let hasSDL = (try? SDLLibrary.load()) != nil

  /// Runs the command without a display.
  private func run(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> Command.Outcome {
    try command.run(
      arguments, in: folder?.url,
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "offscreen"])
  }

  @Test("Without arguments, the default camera is shown in a window with faces and codes")
  func defaults() throws {
    let parsed = try #require(try ViewfinderCommand.parseAsRoot([]) as? RunCommand)
    try parsed.check()
    #expect(parsed.isShown && parsed.processing.with == "faces,codes")
  }

  @Test(
    "Without arguments and without a camera, the error names two commands to try",
    .enabled(if: !hasCamera, "skipped: this system has a camera"),
    arguments: [[], ["run"], ["--full-screen"], ["--with", "codes"], ["--camera", "default"]])
  func noCamera(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 1 && outcome.text == "")
    #expect(
      outcome.errors == "No camera found. Run `viewfinder doctor`, or try `viewfinder --camera synthetic`.\n")
  }

  @Test(
    "Without inputs, an output is wrong usage",
    arguments: [["-o", "a.png"], ["--json"], ["--recursive"], ["--show", "-o", "a.mp4"]])
  func noInput(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("Error: No input."), "\(outcome.errors)")
  }

  @Test("A model's path with a comma, a model without a use, and a file that is no model are errors")
  func faceModel() throws {
    let comma = try run(["a.jpg", "--json", "--face-model", "a,b.onnx"])
    #expect(comma.status == 2 && comma.errors.contains("--face-model needs a path without a comma"))
    let unused = try run(["a.jpg", "--json", "--with", "codes", "--face-model", "a.onnx"])
    #expect(unused.status == 2 && unused.errors.contains("--face-model needs faces in --with"))
    let other = try run(["--camera", "synthetic", "--json", "--face-model", "/etc/hostname"])
    #expect(other.status != 0 && other.errors.contains("/etc/hostname: OpenCV"))
  }

  @Test(
    "A camera for other programs needs a camera and a name",
    arguments: [
      (["a.jpg", "-o", "camera:x"], "camera:NAME needs --camera"),
      (["a.jpg", "-o", "/dev/video10"], "/dev/video10 needs --camera"),
      (["--camera", "synthetic", "-o", "camera:"], "camera:NAME needs a name"),
      (["--camera", "synthetic", "-o", "camera:a/b"], "camera:NAME needs a name"),
    ])
  func outputCamera(arguments: [String], complaint: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test("Names of cameras for other programs and their devices are told from files and folders")
  func outputCameraNames() {
    #expect(LiveOutput.Camera("camera:Front door") == .named("Front door"))
    #expect(LiveOutput.Camera("/dev/video10") == .device("/dev/video10"))
    let files = ["camera", "./camera:x", "out.mp4", "folder/", "/dev/shm/a.jpg"]
    #expect(files.allSatisfy { LiveOutput.Camera($0) == nil })
  }

  @Test(
    "Without a display, the error offers the live page", .enabled(if: hasSDL, "skipped: SDL is not installed"))
  func noDisplay() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", PNM.bytes(try #require(QRSymbol("shown")).picture(pixelsPerModule: 4)))
      for arguments in [["--camera", "synthetic"], ["a.pgm"], ["missing.pgm", "a.pgm"]] {
        let outcome = try run(arguments, in: folder)
        #expect(outcome.status == 1 && outcome.text == "")
        #expect(outcome.errors.contains("no display found") && outcome.errors.contains("viewfinder serve"))
      }
    }
  }

  @Test(
    "Missing files, folders, cameras and scenes are reported before a window opens",
    arguments: [
      (["missing.jpg"], "viewfinder: missing.jpg: "), (["a", "b"], "viewfinder: a: "),
      (["pictures"], "viewfinder: pictures: is a directory; use --recursive"),
      (["https://example.com/a.png"], "viewfinder: https://example.com/a.png: URLs are not fetched"),
      (["--camera", "desk"], "No camera named 'desk'. Available: "),
      (["--camera", "/dev/nothing"], "No camera named '/dev/nothing'. Available: "),
      (["--camera", "synthetic", "--scene", "nowhere.mp4"], "viewfinder: nowhere.mp4: no such file"),
    ] as [([String], String)])
  func inputsFirst(_ arguments: [String], message: String) throws {
    try TemporaryFolder.with { folder in
      folder.file("pictures/a.txt", [])
      let outcome = try run(arguments, in: folder)
      #expect(outcome.status == 1 && outcome.text == "")
      #expect(outcome.errors.hasPrefix(message) && !outcome.errors.contains("display"), "\(outcome.errors)")
      #expect(folder.contents == ["pictures"])
    }
  }

  @Test(
    "A mistyped command is reported with the nearest one",
    arguments: [
      (["scan"], "'scan'. Did you mean 'scan-qr'?"), (["scan", "photo.jpg"], "'scan'. Did you mean 'scan-qr'?"),
      (["photos", "-o", "a.jpg"], "'photos'. Did you mean 'photo'?"),
      (["recrod", "-o", "a.mp4", "--codec", "copy"], "'recrod'. Did you mean 'record'?"),
    ] as [([String], String)])
  func mistyped(_ arguments: [String], message: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 2 && outcome.text == "")
    #expect(outcome.errors.hasPrefix("Error: Unknown command \(message)\n"), "\(outcome.errors)")
  }

  @Test("A file with the name of a mistyped command is read")
  func namedLikeCommand() throws {
    try TemporaryFolder.with { folder in
      folder.file("scan", Array("P5 1 1 255\n\u{7}".utf8))
      let outcome = try run(["scan", "--with", "none", "-o", "a.png"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.contents == ["a.png", "scan"])
    }
  }

  @Test("An unknown preset is reported with all presets, and with --size if the command has it")
  func presets() throws {
    let outcome = try run(["--camera", "synthetic", "--preset", "99x99", "--json"])
    #expect(outcome.status == 2 && outcome.errors.contains("Unknown preset 99x99. Presets: photo, high, "))
    #expect(outcome.errors.contains("; for any size use --size"))
    let photo = try run(["photo", "--camera", "synthetic", "--preset", "99x99"])
    #expect(photo.status == 2 && photo.errors.contains("Unknown preset 99x99") && !photo.errors.contains("--size"))
  }
}
