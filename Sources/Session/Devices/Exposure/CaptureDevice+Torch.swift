public import OpenCaptureFlow

extension CaptureDevice {
  /// The mode of the camera's torch (`AVCaptureDevice.TorchMode`).
  public enum TorchMode: Int, Sendable, Hashable, CaseIterable {
    /// The torch is off.
    case off
    /// The torch is on.
    case on
    /// The torch is on in dark surroundings. No camera supports this.
    case auto
  }

  /// The mode of the flash for photos (`AVCaptureDevice.FlashMode`).
  public enum FlashMode: Int, Sendable, Hashable, CaseIterable {
    /// The flash does not fire.
    case off
    /// The flash fires.
    case on
    /// The flash fires in dark surroundings, as reported by the driver.
    case auto
  }

  /// Whether the camera has a torch: a lamp with the mode ``CaptureControl/Mode/torch``.
  public var hasTorch: Bool { control(.lampMode)?.value(for: .torch) != nil }

  /// Whether the camera has a flash, which is its torch: photos light it during the exposure.
  public var hasFlash: Bool { hasTorch }

  /// Whether the torch can be switched on now: not while its driver reports that it is too hot.
  public var isTorchAvailable: Bool { hasTorch && isConnected && !isLampTooHot }

  /// Whether a lamp with a control of faults reports a too high temperature (`V4L2_FLASH_FAULT_OVER_TEMPERATURE`).
  private var isLampTooHot: Bool { current("faults").map { $0 & 4 != 0 } ?? false }

  /// Returns whether a torch mode is supported.
  public func isTorchModeSupported(_ mode: TorchMode) -> Bool { hasTorch && mode != .auto }

  /// The torch mode.
  public var torchMode: TorchMode {
    get {
      guard let control = control(.lampMode), let lit = control.modes[.torch] else { return .off }
      return current(.lampMode) == lit ? .on : .off
    }
    set {
      attempt { () throws(CaptureError) in
        guard isTorchModeSupported(newValue) else { throw unsupported("torch mode \(newValue)") }
        try setLamp(newValue == .on ? .torch : .off)
      }
    }
  }

  /// The brightness of the torch from 0 to 1; 0 if it is off.
  public var torchLevel: Float {
    guard isTorchActive else { return 0 }
    guard let control = control(.torchIntensity), let value = current(.torchIntensity) else { return 1 }
    return Float(control.fraction(of: value))
  }

  /// Whether the torch is on.
  public var isTorchActive: Bool { torchMode == .on && isTorchAvailable }

  /// The highest brightness of the torch.
  public static let maxAvailableTorchLevel: Float = 1

  /// Switches the torch on.
  ///
  /// - Parameter level: The brightness, above 0 and at most 1.
  /// - Throws: `CaptureError` if the camera has no torch, or the level is out of range.
  public func setTorchModeOn(level: Float) throws(CaptureError) {
    try requireLock()
    guard hasTorch else { throw unsupported("torch") }
    guard level > 0, level <= 1 else { throw outOfRange("torch level must be above 0 and at most 1, not \(level)") }
    if let control = control(.torchIntensity) {
      try apply(control.value(atFraction: Double(level)), to: .torchIntensity)
    }
    try setLamp(.torch)
  }

  /// Whether the flash can fire now.
  public var isFlashAvailable: Bool { isTorchAvailable }

  /// Returns whether a flash mode is supported: ``FlashMode/off``, and all modes if the camera has a flash.
  public func isFlashModeSupported(_ mode: FlashMode) -> Bool { mode == .off || hasFlash }

  /// The flash mode of stills of `CaptureStillImageOutput` (default: off); photos have it in their settings.
  public var flashMode: FlashMode {
    get { state.withLock { $0.exposure.flashMode } }
    set {
      attempt { () throws(CaptureError) in
        guard isFlashModeSupported(newValue) else { throw unsupported("flash mode \(newValue)") }
        state.withLock { $0.exposure.flashMode = newValue }
      }
    }
  }

  /// Whether the flash would fire in ``flashMode`` now.
  public var isFlashActive: Bool { firesFlash(in: flashMode) }

  /// Returns whether the flash would fire in a mode now.
  package func firesFlash(in mode: FlashMode) -> Bool {
    switch mode {
    case .off: false
    case .on: isFlashAvailable
    case .auto: isFlashAvailable && isLowLight
    }
  }

  private func setLamp(_ mode: CaptureControl.Mode) throws(CaptureError) {
    guard let value = control(.lampMode)?.modes[mode] else { throw unsupported("lamp mode \(mode)") }
    try apply(value, to: .lampMode)
  }

  /// Whether the sensor can mirror the image left to right.
  public var isHorizontalFlipSupported: Bool { control(.horizontalFlip) != nil }

  /// Whether the sensor can mirror the image top to bottom.
  public var isVerticalFlipSupported: Bool { control(.verticalFlip) != nil }

  /// Whether the sensor mirrors the image left to right.
  ///
  /// `CaptureConnection` can mirror the video of any camera.
  public var isHorizontallyFlipped: Bool {
    get { current(.horizontalFlip) == 1 }
    set { attempt { () throws(CaptureError) in try apply(newValue ? 1 : 0, to: .horizontalFlip) } }
  }

  /// Whether the sensor mirrors the image top to bottom.
  public var isVerticallyFlipped: Bool {
    get { current(.verticalFlip) == 1 }
    set { attempt { () throws(CaptureError) in try apply(newValue ? 1 : 0, to: .verticalFlip) } }
  }
}
