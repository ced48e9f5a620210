import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Device controls with AVFoundation names")
struct DeviceControlTests {
  private func locked(_ device: CaptureDevice, _ body: (CaptureDevice) throws -> Void) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try body(device)
  }

  @Test("Exposure bias is in EV, reflects the driver's value, and is rejected outside its range")
  func bias() throws {
    let device = SyntheticCamera.stepped().device
    #expect(device.exposureTargetBias == 0)
    #expect(device.minExposureTargetBias == -2 && device.maxExposureTargetBias == 2)
    #expect(throws: CaptureError.self) { try device.setExposureBias(1) }
    try locked(device) { device in
      let times = Log<MediaTime>()
      try device.setExposureBias(-1.5) { times.append($0) }
      #expect(times.all.allSatisfy(\.isNumeric) && times.count == 1)
      #expect(device.exposureTargetBias == -1.5)
      #expect(try device.value(of: .exposureBias) == -1500)
      for bias in [2.1, -.infinity, .nan] as [Float] {
        #expect(throws: CaptureError.self) { try device.setExposureBias(bias) }
      }
    }
    #expect(device.exposureTargetBias == -1.5)
    #expect(device.isExposureTargetOffsetSupported && device.exposureTargetOffset == 0)
  }

  @Test("Quantities have the unit of the control, and a control is found by the driver's name")
  func quantities() throws {
    var options = SyntheticCamera.Options()
    options.controls.append(
      CaptureControl(
        "tilt", driverName: "own_tilt", unit: .degrees, scale: 3600, minimum: 0, maximum: 36_000, defaultValue: 0))
    let device = SyntheticCamera(options: options).device
    #expect(try device.quantity(of: .lensPosition) == 0.48)
    #expect(device.control(driverName: "own_tilt")?.name == "tilt" && device.control(driverName: "tilt") == nil)
    #expect(throws: CaptureError.self) { try device.setQuantity(1, of: .exposureBias) }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    #expect(try device.setQuantity(1.26, of: .exposureBias) == 1.3)
    #expect(try device.setQuantity(2.5, of: "tilt") == 2.5)
    #expect(try device.value(of: "tilt") == 9000)
    let error = #expect(throws: CaptureError.self) { try device.setQuantity(11, of: "tilt") }
    #expect(error?.code == .outOfRange)
  }

  @Test("Manual exposure has the driver's range and keeps values marked as current")
  func exposure() throws {
    let device = SyntheticCamera.stepped().device
    #expect(device.minExposureDuration == MediaTime(value: 1, timescale: 10_000))
    #expect(device.maxExposureDuration == MediaTime(value: 1, timescale: 2))
    #expect(device.minISO == 1 && device.maxISO == 64)
    try locked(device) { device in
      try device.expose(for: MediaTime(value: 1, timescale: 50), iso: 20)
      try device.expose(for: CaptureDevice.currentExposureDuration, iso: 40)
      #expect(device.exposureDuration == MediaTime(value: 1, timescale: 50) && device.iso == 40)
    }
  }

  @Test("The torch is off or has the requested level")
  func torch() throws {
    let device = SyntheticCamera.stepped().device
    #expect(device.hasTorch && device.isTorchAvailable)
    #expect(CaptureDevice.TorchMode.allCases.filter(device.isTorchModeSupported) == [.off, .on])
    #expect(device.torchLevel == 0 && !device.isTorchActive)
    try locked(device) { device in
      try device.setTorchModeOn(level: CaptureDevice.maxAvailableTorchLevel)
      #expect(throws: CaptureError.self) { try device.setTorchModeOn(level: 0) }
    }
    #expect(device.torchLevel == 1 && device.isTorchActive)
  }

  @Test("A lamp is a flash, which fires in its mode unless the lamp is too hot or the camera is disconnected")
  func flash() throws {
    var options = SyntheticCamera.Options()
    options.controls.append(
      CaptureControl("faults", kind: .bitmask, minimum: 0, maximum: 0xff, defaultValue: 0, flags: .readOnly))
    let camera = SyntheticCamera.stepped(options: options)
    let device = camera.device
    #expect(device.hasFlash && device.isFlashAvailable && !device.isFlashActive)
    #expect(CaptureDevice.FlashMode.allCases.allSatisfy(device.isFlashModeSupported))
    #expect(throws: CaptureError.self) { try device.set(\.flashMode, to: .on) }
    try locked(device) { try $0.set(\.flashMode, to: .on) }
    #expect(device.flashMode == .on && device.isFlashActive)
    try locked(device) { try $0.setTorchModeOn(level: 1) }
    // Bit 2 is the temperature; others are no reason to keep the lamp off.
    try camera.change("faults", to: 4)
    #expect(!device.isFlashAvailable && !device.isFlashActive && !device.isTorchAvailable)
    #expect(!device.isTorchActive && device.torchLevel == 0)
    try camera.change("faults", to: 3)
    #expect(device.isFlashActive && device.isTorchActive)
    camera.inject(.vanish)
    #expect(!device.isFlashAvailable && !device.isFlashActive)
  }

  @Test("A flash in automatic mode would fire in dark surroundings only")
  func automaticFlash() throws {
    let device = SyntheticCamera.stepped().device
    try locked(device) { device in
      try device.set(\.flashMode, to: .auto)
      #expect(!device.isFlashActive)
      try device.expose(for: MediaTime(value: 1, timescale: 10), iso: 60)
    }
    #expect(device.isFlashActive)
  }

  @Test("A camera without a lamp has no flash")
  func noFlash() throws {
    var options = SyntheticCamera.Options()
    options.controls.removeAll { $0.name == .lampMode }
    let device = SyntheticCamera.stepped(options: options).device
    #expect(!device.hasFlash && !device.isFlashAvailable)
    #expect(CaptureDevice.FlashMode.allCases.filter(device.isFlashModeSupported) == [.off])
    try locked(device) { device in
      #expect(throws: CaptureError.self) { try device.set(\.flashMode, to: .auto) }
      try device.set(\.flashMode, to: .off)
    }
  }

  @Test("The sensor can mirror in both directions")
  func flips() throws {
    let device = SyntheticCamera.stepped().device
    #expect(device.isHorizontalFlipSupported && device.isVerticalFlipSupported)
    try locked(device) { $0.isVerticallyFlipped = true }
    #expect(device.isVerticallyFlipped && !device.isHorizontallyFlipped)
  }

  @Test("Zoom covers the range of the lens, and a ramp is reported and stops when cancelled")
  func zoom() async throws {
    let it = try SteppedSession()
    let device = it.camera.device
    #expect(device.minZoomFactor == 1 && device.maxZoomFactor == 5)
    var updates = device.isRampingVideoZoomUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
    try locked(device) { try $0.rampZoom(to: 5, rate: 1) }
    #expect(await updates.next() == true)
    try it.step(8)
    device.cancelVideoZoomRamp()
    #expect(await updates.next() == false)
    let factor = device.zoomFactor
    #expect(factor > 1 && factor < 5)
    try it.step(8)
    #expect(device.zoomFactor == factor)
  }

  @Test("A device reports that its lens can be moved and its white balance gains cannot be set")
  func support() async {
    let device = SyntheticCamera.stepped().device
    #expect(device.isLockingFocusWithCustomLensPositionSupported)
    #expect(!device.isLockingWhiteBalanceWithCustomDeviceGainsSupported)
    #expect(device.whiteBalanceGains == nil && !device.isAdjustingWhiteBalance)
    var updates = device.isAdjustingWhiteBalanceUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
  }

  @Test("The requested and the actual configuration are both available")
  func configurations() throws {
    let it = try SteppedSession(starts: false)
    let device = it.camera.device
    #expect(device.actualConfiguration == nil)
    #expect(device.requestedConfiguration?.formatDescription == device.activeFormat.formatDescription)
    it.session.startRunning()
    #expect(device.actualConfiguration == device.requestedConfiguration)
  }

  @Test("Disconnection and reconnection of a camera are sent to observers of the device and of discovery")
  func connection() async {
    let camera = SyntheticCamera.stepped()
    let discovery = CaptureDevice.DiscoverySession(
      deviceTypes: [.synthetic], mediaType: .video, position: .unspecified, provider: SyntheticCameras([camera]))
    var isConnected = camera.device.isConnectedUpdates.makeAsyncIterator()
    var devices = discovery.deviceUpdates.makeAsyncIterator()
    #expect(await isConnected.next() == true)
    #expect(await devices.next() == [camera.device])
    camera.inject(.vanish)
    #expect(await isConnected.next() == false)
    #expect(await devices.next() == [])
    camera.recover()
    #expect(await isConnected.next() == true)
    #expect(await devices.next() == [camera.device])
  }
}
