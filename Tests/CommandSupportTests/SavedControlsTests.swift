import Fixtures
import Foundation
import OpenCaptureCommandSupport
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Testing

/// The warnings of settings.
private struct Warnings {
  let log = Log<String>()

  func settings(_ folder: SavedControlsFolder) -> CameraSettings {
    CameraSettings(folder) { [log] in log.append($0) }
  }
}

@Suite("Saved settings of cameras")
struct SavedControlsTests {
  private func camera(_ id: String = "front") -> CaptureDevice { SyntheticCamera(uniqueID: id).device }

  private func withFolder(_ body: (SavedControlsFolder, Warnings) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let saved = SavedControlsFolder(folder.path("cameras"))
      try saved.make()
      try body(saved, Warnings())
    }
  }

  @Test("A chosen value is restored on the same camera, and not on another one")
  func restoring() throws {
    try withFolder { folder, warnings in
      let settings = warnings.settings(folder)
      let first = camera()
      settings.restore(first)
      try settings.set(.gain, to: 40, of: first)
      try settings.set(.horizontalFlip, to: 1, of: first)
      settings.save()
      let second = camera()
      #expect(try second.value(of: .gain) == 16)
      warnings.settings(folder).restore(second)
      #expect(try second.value(of: .gain) == 40)
      #expect(try second.value(of: .horizontalFlip) == 1)
      // The gain was set by turning off automatic exposure, which has to be restored first.
      #expect(try second.value(of: .exposureMode) == 1)
      let other = camera("back")
      warnings.settings(folder).restore(other)
      #expect(try other.value(of: .gain) == 16)
      #expect(warnings.log.all == [])
    }
  }

  @Test("Changes are written by themselves, without a call of save")
  func delayed() throws {
    try withFolder { folder, warnings in
      let settings = warnings.settings(folder)
      let device = camera()
      settings.restore(device)
      try settings.set(.gain, to: 40, of: device)
      let deadline = MonotonicClock.now() + 60_000_000_000
      while try folder.load("front").controls.isEmpty, MonotonicClock.now() < deadline { usleep(10_000) }
      #expect(try folder.load("front").controls == ["exposure_mode": 1, "gain": 40])
    }
  }

  @Test("A control that an automatic mode takes over is no longer saved, and the lamp never is")
  func automatic() throws {
    try withFolder { folder, warnings in
      let settings = warnings.settings(folder)
      let device = camera()
      settings.restore(device)
      try settings.set(.lensPosition, to: 100, of: device)
      try settings.set(.lampMode, to: 2, of: device)
      settings.save()
      #expect(try folder.load("front").controls == ["continuous_autofocus": 0, "lens_position": 100])
      try settings.set(.continuousAutofocus, to: 1, of: device)
      settings.save()
      #expect(try folder.load("front").controls == ["continuous_autofocus": 1])
    }
  }

  @Test("A reset returns controls to their defaults and deletes the file")
  func resetting() throws {
    try withFolder { folder, warnings in
      let settings = warnings.settings(folder)
      let device = camera()
      settings.restore(device)
      try settings.set(.gain, to: 40, of: device)
      try settings.set(.exposureBias, to: 500, of: device)
      #expect(try settings.reset(.exposureBias, of: device).map(\.name) == [.exposureBias])
      #expect(try device.value(of: .exposureBias) == 0)
      settings.save()
      #expect(try folder.load("front").controls == ["exposure_mode": 1, "gain": 40])
      #expect(try settings.reset(of: device).map(\.name) == [.exposureMode])
      settings.save()
      #expect(FileSystem.byteCount(folder.file("front").text) == nil)
      #expect(warnings.log.all == [])
    }
  }

  @Test(
    "A damaged file is reported, ignored, and deleted by a reset",
    arguments: [
      "", "{", "[]", #"{"camera":"front","controls":{"gain":"x"},"version":1}"#,
      #"{"camera":"other","controls":{"gain":40},"version":1}"#,
      #"{"camera":"front","controls":{"gain":40},"version":2}"#,
    ])
  func damaged(text: String) throws {
    try withFolder { folder, warnings in
      let file = folder.file("front").text
      try Data(text.utf8).write(to: URL(filePath: file))
      let settings = warnings.settings(folder)
      let device = camera()
      settings.restore(device)
      #expect(try device.value(of: .gain) == 16)
      #expect(warnings.log.count == 1)
      #expect(warnings.log.all.allSatisfy { $0.contains(file) && $0.contains("ignored") })
      try settings.reset(of: device)
      settings.save()
      #expect(FileSystem.byteCount(file) == nil)
    }
  }

  @Test("A value that the camera rejects is reported, and the others are restored")
  func rejected() throws {
    try withFolder { folder, warnings in
      var saved = SavedControls(camera: "front")
      saved.controls = ["gain": 40, "exposure_mode": 1, "exposure_bias": 99_999, "no_such_control": 1]
      try folder.save(saved)
      let device = camera()
      warnings.settings(folder).restore(device)
      #expect(try device.value(of: .gain) == 40)
      #expect(warnings.log.count == 2)
      #expect(warnings.log.all.contains { $0.contains("exposure_bias=99999") && $0.contains("between") })
    }
  }

  @Test("The ID of a camera cannot name a file outside of the folder, and different IDs have different files")
  func names() {
    let folder = SavedControlsFolder("/state")
    #expect(folder.file("usb-046d_0825-1.2").text == "/state/usb-046d_0825-1%2E2.json")
    #expect(folder.file("../a").text == "/state/%2E%2E%2Fa.json")
    #expect(folder.file("ü%").text == "/state/%C3%BC%25.json")
  }

  @Test("Without a folder, settings can be changed, and nothing is saved")
  func ignored() throws {
    let settings = CameraSettings(nil) { _ in Issue.record("no warning is expected") }
    let device = camera()
    settings.restore(device)
    try settings.set(.gain, to: 40, of: device)
    settings.save()
    #expect(try device.value(of: .gain) == 40)
  }

  @Test("A folder that cannot be written is reported once per change")
  func unwritable() throws {
    try TemporaryFolder.with { files in
      files.file("occupied", [])
      let log = Log<String>()
      let settings = CameraSettings(SavedControlsFolder(files.path("occupied/cameras"))) { log.append($0) }
      let device = camera()
      settings.restore(device)
      try settings.set(.gain, to: 40, of: device)
      settings.save()
      settings.save()
      #expect(
        log.count == 1 && log.all.allSatisfy { $0.contains("front.json") && $0.contains("--no-saved-settings") })
    }
  }
}
