import AVFoundation

/// A program that sets exposure, focus and white balance manually, and measures the effect on frames.
///
/// For iOS. macOS does not have these controls.
@main
struct ManualControls {
  let camera: ManualCamera

  static func main() async {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    do { try await ManualControls(camera: ManualCamera()).run() } catch {
      print("Failed: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    camera.session.startRunning()
    try await setExposure()
    try await setBias()
    try await setFocus()
    try await setWhiteBalance()
    camera.session.stopRunning()
  }

  /// Sets two exposures, the first with one eighth of the light.
  private func setExposure() async throws {
    guard camera.device.isExposureModeSupported(.custom) else { return print("exposure: no manual control") }
    let observation = camera.device.observe(\.exposureDuration, options: [.new]) { device, _ in
      print("observed: exposure of \(Int((device.exposureDuration.seconds * 10_000).rounded()) * 100) µs")
    }
    let iso = (camera.device.activeFormat.minISO + camera.device.activeFormat.maxISO) / 4
    let dark = try await camera.expose(for: CMTime(value: 1, timescale: 500), iso: iso)
    let light = try await camera.expose(for: CMTime(value: 8, timescale: 500), iso: iso)
    print("dark:  |\(dark.bars)|")
    print("light: |\(light.bars)|")
    print("one eighth of the light is darker: \(dark.mean < light.mean * 0.7)")
    print("manual exposure: \(camera.device.exposureMode == .custom)")
    observation.invalidate()
  }

  /// Returns to automatic exposure, with a bias of one step darker.
  private func setBias() async throws {
    guard camera.device.isExposureModeSupported(.continuousAutoExposure) else { return }
    try camera.configure { camera.device.exposureMode = .continuousAutoExposure }
    let before = await camera.watcher.picture(from: await camera.bias(by: 0))
    let after = await camera.watcher.picture(
      from: await camera.bias(by: max(-1, camera.device.minExposureTargetBias)))
    print("one step darker: \(after.mean < before.mean)")
    print("exposure target offset: \(abs(camera.device.exposureTargetOffset) < 8 ? "small" : "large")")
    _ = await camera.bias(by: 0)
  }

  /// Moves the lens from near to far, then to the sharpest position.
  private func setFocus() async throws {
    guard camera.device.isLockingFocusWithCustomLensPositionSupported else {
      return print("focus: no manual control")
    }
    var sharpest: (position: Float, share: Double) = (0, -1)
    for step in 0...8 {
      let position = Float(step) / 8
      let share = try await camera.focus(at: position).peakShare
      if share > sharpest.share { sharpest = (position, share) }
    }
    _ = try await camera.focus(at: sharpest.position)
    print("sharpest at lens position \(sharpest.position)")
    print("lens position kept: \(abs(camera.device.lensPosition - sharpest.position) < 0.02)")
  }

  /// Sets the white balance for light bulbs, within the camera's range.
  private func setWhiteBalance() async throws {
    let device = camera.device
    guard device.isWhiteBalanceModeSupported(.locked), device.isLockingWhiteBalanceWithCustomDeviceGainsSupported
    else { return print("white balance: no manual control") }
    let bulbs = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 3000, tint: 0)
    let before = await camera.watcher.picture(from: .zero)
    let gains = camera.usable(device.deviceWhiteBalanceGains(for: bulbs))
    try device.lockForConfiguration()
    let time = await device.setWhiteBalanceModeLocked(with: gains)
    device.unlockForConfiguration()
    let after = await camera.watcher.picture(from: time)
    let values = device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains)
    print("white balance: \(Int((values.temperature / 100).rounded()) * 100) K")
    print("bluer than before: \(after.blueness > before.blueness + 5)")
  }
}
