public import OpenCaptureFlow

extension CaptureDevice {
  /// Whether the lamp beside the camera is lit (`AVCaptureDevice.TorchMode`).
  public enum TorchMode: Int64, Sendable, Hashable, CaseIterable {
    /// It is dark.
    case off = 0
    /// It is lit.
    case on = 2
    /// It is lit where it is dark around. No V4L2 camera can do this.
    case auto = -1
  }

  /// Whether the lamp is lit for a photo (`AVCaptureDevice.FlashMode`).
  public enum FlashMode: Sendable, Hashable, CaseIterable {
    /// It isn't.
    case off
    /// It is.
    case on
    /// It is where it is dark, as far as the driver tells.
    case auto
  }

  /// Whether the camera has a lamp that can stay lit: V4L2's `led_mode` with `Torch`, or the machine's lamp of the
  /// kernel's LED class, which is offered under that name.
  public var hasTorch: Bool { control(.ledMode)?.accepts(TorchMode.on.rawValue) ?? false }

  /// Whether the camera has a lamp that flashes: V4L2's `led_mode` with `Flash`.
  public var hasFlash: Bool { control(.ledMode)?.accepts(1) ?? false }

  /// Whether the lamp can be lit now.
  public var isTorchAvailable: Bool { hasTorch && isConnected }

  /// Whether the lamp can be used this way.
  public func isTorchModeSupported(_ mode: TorchMode) -> Bool { hasTorch && mode != .auto }

  /// Whether the lamp is lit.
  public var torchMode: TorchMode {
    get { current(.ledMode) == TorchMode.on.rawValue ? .on : .off }
    set {
      attempt { () throws(CaptureError) in
        guard isTorchModeSupported(newValue) else { throw unsupported("torch mode \(newValue)") }
        try apply(newValue.rawValue, to: .ledMode)
      }
    }
  }

  /// How bright the lamp is, 0 to 1: 0 where it is dark.
  public var torchLevel: Float {
    guard torchMode == .on else { return 0 }
    guard let control = control(.torchIntensity), let value = current(.torchIntensity) else { return 1 }
    return Float(control.fraction(of: value))
  }

  /// Whether the lamp is lit.
  public var isTorchActive: Bool { torchMode == .on }

  /// Stands for the brightest that the lamp can be.
  public static let maxAvailableTorchLevel: Float = 1

  /// Lights the lamp.
  ///
  /// - Parameter level: Above 0, up to 1.
  /// - Throws: `CaptureError` where there is no lamp, or the level is out of range.
  public func setTorchModeOn(level: Float) throws(CaptureError) {
    try requireLock()
    guard hasTorch else { throw unsupported("torch") }
    guard level > 0, level <= 1 else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "torch level \(level) is not above 0 and up to 1")
    }
    if let control = control(.torchIntensity) {
      try apply(control.value(atFraction: Double(level)), to: .torchIntensity)
    }
    try apply(TorchMode.on.rawValue, to: .ledMode)
  }

  /// Whether the sensor can read the picture mirrored left to right.
  public var isHorizontalFlipSupported: Bool { control(.horizontalFlip) != nil }

  /// Whether the sensor can read the picture mirrored top to bottom.
  public var isVerticalFlipSupported: Bool { control(.verticalFlip) != nil }

  /// Whether the sensor reads the picture mirrored left to right; `CaptureConnection` mirrors at any camera.
  public var isHorizontallyFlipped: Bool {
    get { current(.horizontalFlip) == 1 }
    set { attempt { () throws(CaptureError) in try apply(newValue ? 1 : 0, to: .horizontalFlip) } }
  }

  /// Whether the sensor reads the picture mirrored top to bottom.
  public var isVerticallyFlipped: Bool {
    get { current(.verticalFlip) == 1 }
    set { attempt { () throws(CaptureError) in try apply(newValue ? 1 : 0, to: .verticalFlip) } }
  }
}
