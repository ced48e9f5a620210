import AVFoundation

extension AVCaptureDevice {
  /// Changes the device while it is locked for configuration.
  func configure(_ body: (AVCaptureDevice) throws -> Void) throws {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    try body(self)
  }

  /// Selects a size and its highest frame rate.
  func useFastestFormat(width: Int32, height: Int32) throws {
    let candidates = formats.compactMap { format -> (AVCaptureDevice.Format, AVFrameRateRange)? in
      let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
      guard size.width == width, size.height == height else { return nil }
      let fastest = format.videoSupportedFrameRateRanges.max { $0.maxFrameRate < $1.maxFrameRate }
      return fastest.map { (format, $0) }
    }
    guard let (format, range) = candidates.max(by: { $0.1.maxFrameRate < $1.1.maxFrameRate }) else { return }
    try configure { device in
      device.activeFormat = format
      device.activeVideoMinFrameDuration = range.minFrameDuration
      device.activeVideoMaxFrameDuration = range.minFrameDuration
    }
  }

  /// Focuses and exposes at a point of the picture.
  func focusAndExpose(at point: CGPoint) throws {
    try configure { device in
      if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
        device.focusPointOfInterest = point
        device.focusMode = .autoFocus
      }
      if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
        device.exposurePointOfInterest = point
        device.exposureMode = .continuousAutoExposure
      }
      device.isSubjectAreaChangeMonitoringEnabled = true
    }
  }

  /// Switches the torch; returns false without a torch.
  func setTorch(on isOn: Bool) throws -> Bool {
    guard hasTorch, isTorchAvailable, isTorchModeSupported(.on) else { return false }
    try configure { device in
      if isOn {
        try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
      } else {
        device.torchMode = .off
      }
    }
    return true
  }

  /// Returns the current value of a property and all later values.
  func values<Value>(of keyPath: KeyPath<AVCaptureDevice, Value>) -> AsyncStream<Value> {
    AsyncStream { continuation in
      let observation = observe(keyPath, options: [.initial, .new]) { device, _ in
        continuation.yield(device[keyPath: keyPath])
      }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }
}
