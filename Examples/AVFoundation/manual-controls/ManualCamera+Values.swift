import AVFoundation

extension ManualCamera {
  /// Sets the exposure bias in steps and returns the time from which it applies.
  func bias(by steps: Float) async -> CMTime {
    guard (try? device.lockForConfiguration()) != nil else { return .zero }
    defer { device.unlockForConfiguration() }
    return await device.setExposureTargetBias(steps)
  }

  /// Returns white balance gains limited to the range of the camera.
  func usable(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
    var usable = gains
    usable.redGain = min(max(1, gains.redGain), device.maxWhiteBalanceGain)
    usable.greenGain = min(max(1, gains.greenGain), device.maxWhiteBalanceGain)
    usable.blueGain = min(max(1, gains.blueGain), device.maxWhiteBalanceGain)
    return usable
  }
}
