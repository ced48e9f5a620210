import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Adjustment of controls by users")
struct AdjustmentTests {
  private func adjust(_ device: CaptureDevice, _ name: CaptureControl.Name, _ value: Int64) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    #expect(try device.adjust(name, to: value) == value)
  }

  @Test("Setting a control turns off the automatic mode that determines it")
  func modes() throws {
    let device = SyntheticCamera().device
    #expect(device.exposureMode == .continuousAutoExposure && device.focusMode == .continuousAutoFocus)
    try adjust(device, .exposureDuration, 200)
    #expect(device.exposureMode == .custom && device.focusMode == .continuousAutoFocus)
    try adjust(device, .lensPosition, 50)
    #expect(device.focusMode == .locked && device.lensPosition == 0.2)
    try adjust(device, .exposureMode, 3)
    #expect(device.exposureMode == .continuousAutoExposure)
    // The bias is part of automatic exposure, which therefore stays on.
    try adjust(device, .exposureBias, 500)
    #expect(device.exposureMode == .continuousAutoExposure && device.exposureTargetBias == 0.5)
  }

  @Test("Setting the exposure time ends the metering by software")
  func metering() throws {
    var options = SyntheticCamera.Options()
    options.controls.removeAll { $0.name == .exposureMode }
    let device = SyntheticCamera(options: options).device
    try device.lockForConfiguration()
    device.exposureMode = .continuousAutoExposure
    device.unlockForConfiguration()
    #expect(device.isMetering(with: .exposureDuration) && !device.isMetering(with: .lensPosition))
    try adjust(device, .exposureDuration, 200)
    #expect(!device.isMetering(with: .exposureDuration) && device.exposureMode == .custom)
  }

  @Test("Values are described in their unit")
  func words() throws {
    let device = SyntheticCamera().device
    let time = try #require(device.control(.exposureDuration))
    #expect(time.words(for: 156) == "1/64 s" && time.words(for: 5000) == "0.5 s")
    let bias = try #require(device.control(.exposureBias))
    #expect(bias.words(for: 1500) == "+1.5 EV" && bias.words(for: -300) == "-0.3 EV")
    #expect(try #require(device.control(.lensPosition)).words(for: 125) == "0.5")
    #expect(try #require(device.control(.exposureMode)).words(for: 1) == "Manual Mode")
    #expect(try #require(device.control(.horizontalFlip)).words(for: 1) == "on")
    let kelvin = CaptureControl(
      .whiteBalanceTemperature, unit: .kelvin, minimum: 2800, maximum: 6500, defaultValue: 4600)
    #expect(kelvin.words(for: 4600) == "4600 K" && kelvin.name.words == "White balance temperature")
    #expect(kelvin.words(for: .max) == "1000000000000000 K")
    #expect(CaptureControl("brightness", minimum: -64, maximum: 64, defaultValue: 0).words(for: -5) == "-5")
  }

  @Test("Text, bits and read-only controls cannot be adjusted")
  func adjustable() {
    func control(_ kind: CaptureControl.Kind, _ flags: CaptureControl.Flags = []) -> CaptureControl {
      CaptureControl("test", kind: kind, minimum: 0, maximum: 8, defaultValue: 0, flags: flags)
    }
    #expect(control(.integer).isAdjustable && control(.button).isAdjustable && control(.integer).hasOwnValue)
    #expect(!control(.button).hasOwnValue && !control(.integer, .inactive).hasOwnValue)
    #expect(!control(.string).isAdjustable && !control(.bitmask).isAdjustable)
    #expect(!control(.integer, .readOnly).isAdjustable && !control(.menu([1: "only"])).isAdjustable)
  }
}
