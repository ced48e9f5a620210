public import OpenCaptureFlow

extension CaptureDevice {
  /// The mode of the camera's torch (`AVCaptureDevice.TorchMode`).
  public enum TorchMode: Sendable, Hashable, CaseIterable {
    /// The torch is off.
    case off
    /// The torch is on.
    case on
    /// The torch is on in dark surroundings. No camera supports this.
    case auto
  }

  /// The mode of the flash for photos (`AVCaptureDevice.FlashMode`).
  public enum FlashMode: Sendable, Hashable, CaseIterable {
    /// The flash does not fire.
    case off
    /// The flash fires.
    case on
    /// The flash fires in dark surroundings, as reported by the driver.
    case auto
  }

  /// Whether the camera has a torch: a lamp with the mode ``CaptureControl/Mode/torch``.
  public var hasTorch: Bool { control(.lampMode)?.value(for: .torch) != nil }

  /// Whether the camera has a flash: a lamp with the mode ``CaptureControl/Mode/flash``.
  public var hasFlash: Bool { control(.lampMode)?.value(for: .flash) != nil }

  /// Whether the torch can be switched on now.
  public var isTorchAvailable: Bool { hasTorch && isConnected }

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
    guard torchMode == .on else { return 0 }
    guard let control = control(.torchIntensity), let value = current(.torchIntensity) else { return 1 }
    return Float(control.fraction(of: value))
  }

  /// Whether the torch is on.
  public var isTorchActive: Bool { torchMode == .on }

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
