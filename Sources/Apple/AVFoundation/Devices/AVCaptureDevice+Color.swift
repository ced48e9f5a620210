public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// The value that keeps the current gains.
  public static let currentWhiteBalanceGains = WhiteBalanceGains(redGain: -1, blueGain: -1)

  /// A color, as CIE 1931 chromaticity coordinates.
  public struct WhiteBalanceChromaticityValues: Sendable, Hashable {
    /// The x coordinate.
    public var x: Float
    /// The y coordinate.
    public var y: Float

    /// Creates a color.
    public init(x: Float = 0, y: Float = 0) {
      self.x = x
      self.y = y
    }
  }

  /// The current gains; 1 if the camera has none.
  public var deviceWhiteBalanceGains: WhiteBalanceGains {
    whiteBalanceGains ?? WhiteBalanceGains(redGain: 1, blueGain: 1)
  }

  /// The gains for a gray-world assumption; always the current gains.
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains { deviceWhiteBalanceGains }

  /// The maximum gain.
  public var maxWhiteBalanceGain: Float {
    let maximum = [CaptureControl.Name.redGain, .blueGain].compactMap { control($0)?.maximum }.min()
    return maximum.map(Float.init) ?? 1
  }

  /// Returns the gains for a light of a temperature and tint; the current gains if unknown.
  public func deviceWhiteBalanceGains(for values: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains {
    whiteBalanceGains(for: values) ?? deviceWhiteBalanceGains
  }

  /// Returns the temperature and tint of the light for which gains are neutral.
  ///
  /// Returns those of daylight if unknown.
  public func temperatureAndTintValues(
    for whiteBalanceGains: WhiteBalanceGains
  ) -> WhiteBalanceTemperatureAndTintValues {
    temperatureAndTint(for: whiteBalanceGains) ?? temperatureAndTint
      ?? WhiteBalanceTemperatureAndTintValues(temperature: 6500)
  }

  /// Sets the white balance gains.
  ///
  /// - Parameters:
  ///   - whiteBalanceGains: Gains up to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
  ///   - handler: Receives the time of the first frame with these gains; default none.
  public func setWhiteBalanceModeLocked(
    with whiteBalanceGains: WhiteBalanceGains, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) { set(telling: handler) { try lockWhiteBalance(at: resolved(whiteBalanceGains)) } }

  /// Sets the white balance gains, and returns the time of the first frame with these gains.
  @discardableResult
  public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async -> CMTime {
    await set { try lockWhiteBalance(at: resolved(whiteBalanceGains)) }
  }

  private func resolved(_ gains: WhiteBalanceGains) -> WhiteBalanceGains {
    gains == Self.currentWhiteBalanceGains ? deviceWhiteBalanceGains : gains
  }

  /// The color space of frames; always ``AVCaptureColorSpace/sRGB``.
  public var activeColorSpace: AVCaptureColorSpace {
    get { .sRGB }
    set { if newValue != .sRGB { MisuseReporter.report("activeColorSpace: \(localizedName) supports only sRGB") } }
  }

  /// Whether high dynamic range is enabled; always false.
  public var isVideoHDREnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }

  /// Whether the system controls ``isVideoHDREnabled``; has no effect.
  public var automaticallyAdjustsVideoHDREnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether global tone mapping is enabled; always false.
  public var isGlobalToneMappingEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }

  /// Whether correction of lens distortion is supported; always false.
  public var isGeometricDistortionCorrectionSupported: Bool { false }

  /// Whether correction of lens distortion is enabled; always false.
  public var isGeometricDistortionCorrectionEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }
}

extension CaptureDevice.WhiteBalanceGains {
  /// The green gain; always 1, because cameras set red and blue relative to green.
  public var greenGain: Float {
    get { 1 }
    set { _ = newValue }
  }

  /// Creates gains; red and blue are divided by green.
  public init(redGain: Float, greenGain: Float, blueGain: Float) {
    let green = greenGain > 0 ? greenGain : 1
    self.init(redGain: redGain / green, blueGain: blueGain / green)
  }
}

/// A color space of a format.
public enum AVCaptureColorSpace: Int, Sendable {
  /// sRGB (IEC 61966-2-1).
  case sRGB = 0
  /// P3 with white point D65.
  case P3_D65 = 1
  /// BT.2020 with HLG, for high dynamic range.
  case HLG_BT2020 = 2
  /// Apple Log.
  case appleLog = 3
}
