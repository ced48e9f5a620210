import AVFoundation

/// Sets exposure, focus and white balance by hand, and looks at frames for what that does.
///
/// For iOS: the controls are there alone.
@main
struct ManualControls {
  let camera: ManualCamera

  static func main() async {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Nobody let us see.") }
    do { try await ManualControls(camera: ManualCamera()).run() } catch {
      print("It ended: \(error)")
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

  /// An eighth of the light, and then all of it.
  private func setExposure() async throws {
    guard camera.device.isExposureModeSupported(.custom) else { return print("exposure: not by hand") }
    let observation = camera.device.observe(\.exposureDuration, options: [.new]) { device, _ in
      print("observed: exposed for \(Int((device.exposureDuration.seconds * 10_000).rounded()) * 100) µs")
    }
    let iso = (camera.device.activeFormat.minISO + camera.device.activeFormat.maxISO) / 4
    let dark = try await camera.expose(for: CMTime(value: 1, timescale: 500), iso: iso)
    let light = try await camera.expose(for: CMTime(value: 8, timescale: 500), iso: iso)
    print("dark:  |\(dark.bars)|")
    print("light: |\(light.bars)|")
    print("an eighth of the light is darker: \(dark.mean < light.mean * 0.7)")
    print("exposed by hand: \(camera.device.exposureMode == .custom)")
    observation.invalidate()
  }

  /// Lets the camera expose by itself again, and wishes it a step darker.
  private func setBias() async throws {
    guard camera.device.isExposureModeSupported(.continuousAutoExposure) else { return }
    try camera.configure { camera.device.exposureMode = .continuousAutoExposure }
    let before = await camera.watcher.picture(from: await camera.bias(by: 0))
    let after = await camera.watcher.picture(
      from: await camera.bias(by: max(-1, camera.device.minExposureTargetBias)))
    print("a step darker: \(after.mean < before.mean)")
    print("off its target by \(abs(camera.device.exposureTargetOffset) < 8 ? "little" : "much")")
    _ = await camera.bias(by: 0)
  }

  /// Moves the lens from near to far, and stays where most is in focus.
  private func setFocus() async throws {
    guard camera.device.isLockingFocusWithCustomLensPositionSupported else { return print("focus: not by hand") }
    var sharpest: (position: Float, share: Double) = (0, -1)
    for step in 0...8 {
      let position = Float(step) / 8
      let share = try await camera.focus(at: position).peakShare
      if share > sharpest.share { sharpest = (position, share) }
    }
    _ = try await camera.focus(at: sharpest.position)
    print("sharpest with the lens at \(sharpest.position)")
    print("the lens stays there: \(abs(camera.device.lensPosition - sharpest.position) < 0.02)")
  }

  /// Takes light bulbs for white, as far as the camera can.
  private func setWhiteBalance() async throws {
    let device = camera.device
    guard device.isWhiteBalanceModeSupported(.locked), device.isLockingWhiteBalanceWithCustomDeviceGainsSupported
    else { return print("white balance: not by hand") }
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
