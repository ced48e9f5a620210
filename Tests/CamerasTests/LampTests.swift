import FoundationEssentials
import OpenCaptureFlow
import OpenCaptureSystem
@testable import OpenCaptureCameras
@testable import OpenCaptureSession
import Fixtures
import Glibc
import Testing

@Suite("LED class lamps")
struct LampTests {
  private func lamp(
    in folder: TemporaryFolder, _ name: String = "white:flash", flashes: Bool = true
  ) throws -> LEDLamp {
    var files = ["brightness": "0", "max_brightness": "7"]
    if flashes {
      files.merge(["flash_strobe": "0", "flash_brightness": "0", "max_flash_brightness": "750000"]) { $1 }
    }
    for (file, text) in files { folder.file("\(name)/\(file)", Array("\(text)\n".utf8)) }
    return try #require(LEDLamp(folder.path(name)))
  }

  private func text(_ folder: TemporaryFolder, _ file: String) -> String? {
    FileSystem.text(folder.path("white:flash/\(file)"))
  }

  @Test("Torches and flashes are found by name, torches first, and invalid lamps are skipped")
  func discovery() throws {
    try TemporaryFolder.with { folder in
      _ = try lamp(in: folder)
      _ = try lamp(in: folder, "white:torch-1", flashes: false)
      folder.file("input3::capslock/max_brightness", Array("1\n".utf8))
      folder.file("red:torch/max_brightness", Array("nonsense\n".utf8))
      let lamps = LEDLamp.all(in: folder.url.path)
      #expect(lamps.map { $0.path.split(separator: "/").last } == ["white:torch-1", "white:flash"])
      #expect(lamps.map(\.maximumFlashBrightness) == [nil, 750_000])
      #expect(LEDLamp.all(in: folder.path("nowhere")) == [])
    }
  }

  @Test("The torch has the requested brightness, set before or while it is lit, and can be turned off")
  func torch() throws {
    try TemporaryFolder.with { folder in
      let controls = LampControls(try lamp(in: folder))
      #expect(try controls.setValue(3, of: .torchIntensity) == 3)
      #expect(text(folder, "brightness") == "0")
      #expect(try controls.setValue(2, of: .lampMode) == 2)
      #expect(text(folder, "brightness") == "3")
      #expect(try controls.setValue(7, of: .torchIntensity) == 7)
      #expect(text(folder, "brightness") == "7")
      #expect(try controls.setValue(0, of: .lampMode) == 0)
      #expect(text(folder, "brightness") == "0")
      // Changes by other programs are visible.
      folder.file("white:flash/brightness", Array("5\n".utf8))
      #expect(controls.controls().map(\.value).prefix(2) == [2, 5])
    }
  }

  @Test("A lamp with a flash flashes once at the requested brightness")
  func flash() throws {
    try TemporaryFolder.with { folder in
      let controls = LampControls(try lamp(in: folder))
      #expect(controls.controls().first?.accepts(1) == true)
      #expect(try controls.setValue(1, of: .lampMode) == 1)
      #expect(try controls.setValue(500_000, of: "flash_intensity") == 500_000)
      _ = try controls.setValue(1, of: "strobe")
      #expect(text(folder, "flash_strobe") == "1")
      #expect(text(folder, "brightness") == "0")
    }
  }

  @Test("A lamp without a flash has no flash controls")
  func noFlash() throws {
    try TemporaryFolder.with { folder in
      let controls = LampControls(try lamp(in: folder, flashes: false))
      #expect(controls.controls().map(\.name) == [.lampMode, .torchIntensity])
      #expect(controls.controls().first?.accepts(1) == false)
      #expect(!controls.has("strobe"))
    }
  }

  @Test("Without permission, the error contains the command that grants access")
  func denied() throws {
    try TemporaryFolder.with { folder in
      let lamp = try lamp(in: folder)
      // A folder cannot be written as a file, even by the superuser.
      let path = folder.path("white:flash/brightness")
      unlink(path)
      mkdir(path, 0o755)
      let busy = #expect(throws: CaptureError.self) { try lamp.set("brightness", to: 1) }
      #expect(busy?.errno == EISDIR && busy?.code == .deviceFailed)
      guard geteuid() != 0 else { return }
      rmdir(path)
      folder.file("white:flash/brightness", Array("0\n".utf8))
      chmod(path, 0o444)
      let error = #expect(throws: CaptureError.self) { try lamp.set("brightness", to: 1) }
      #expect(error?.code == .notAuthorized)
      #expect(error?.description.contains("permission denied") == true)
      #expect(error?.hint?.contains("chgrp video \(path)") == true)
    }
  }

  @Test("A lamp that is removed causes a disconnection error")
  func gone() throws {
    try TemporaryFolder.with { folder in
      let lamp = try lamp(in: folder)
      unlink(folder.path("white:flash/brightness"))
      let error = #expect(throws: CaptureError.self) { try lamp.value(of: "brightness") }
      #expect(error?.code == .deviceDisconnected)
    }
  }
}
