import AVFoundation

extension ManualCamera {
  /// Wishes for exposures that are so many steps lighter, and returns when they begin.
  func bias(by steps: Float) async -> CMTime {
    guard (try? device.lockForConfiguration()) != nil else { return .zero }
    defer { device.unlockForConfiguration() }
    return await device.setExposureTargetBias(steps)
  }

  /// Gains as near to those wished for as the camera has.
  func usable(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
    var usable = gains
    usable.redGain = min(max(1, gains.redGain), device.maxWhiteBalanceGain)
    usable.greenGain = min(max(1, gains.greenGain), device.maxWhiteBalanceGain)
    usable.blueGain = min(max(1, gains.blueGain), device.maxWhiteBalanceGain)
    return usable
  }
}
