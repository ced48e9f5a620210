import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The white balance mode (`AVCaptureDevice.WhiteBalanceMode`).
  public enum WhiteBalanceMode: Sendable, Hashable, CaseIterable {
    /// White balance does not change.
    case locked
    /// White balance is adjusted once, then stays. No V4L2 camera supports this.
    case autoWhiteBalance
    /// The camera adjusts white balance continuously.
    case continuousAutoWhiteBalance
  }

  /// A color temperature and tint (`AVCaptureDevice.WhiteBalanceTemperatureAndTintValues`).
  public struct WhiteBalanceTemperatureAndTintValues: Sendable, Hashable {
    /// The color temperature in kelvin.
    public var temperature: Float
    /// The shift from green to magenta, usually −150 to 150; 0 is neutral.
    ///
    /// It is 3000 times the distance of the light from the Planckian locus. Cameras without gains support only 0.
    public var tint: Float
    /// Creates values.
    public init(temperature: Float, tint: Float = 0) {
      self.temperature = temperature
      self.tint = tint
    }
  }

  /// The amplification of red and blue, in the driver's units (`AVCaptureDevice.WhiteBalanceGains`).
  public struct WhiteBalanceGains: Sendable, Hashable {
    /// The value of V4L2's `red_balance`.
    public var redGain: Float
    /// The value of V4L2's `blue_balance`.
    public var blueGain: Float
    /// Creates gains.
    public init(redGain: Float, blueGain: Float) {
      self.redGain = redGain
      self.blueGain = blueGain
    }
  }

  /// Returns whether a white balance mode is supported.
  public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
    switch mode {
    case .autoWhiteBalance: false
    case .continuousAutoWhiteBalance, .locked: control(.whiteBalanceAutomatic) != nil
    }
  }

  /// The white balance mode.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { current(.whiteBalanceAutomatic) == 1 ? .continuousAutoWhiteBalance : .locked }
    set {
      attempt { () throws(CaptureError) in
        guard isWhiteBalanceModeSupported(newValue) else { throw unsupported("white balance mode \(newValue)") }
        try apply(newValue == .locked ? 0 : 1, to: .whiteBalanceAutomatic)
      }
    }
  }

  /// Whether the camera is adjusting white balance while a session streams.
  ///
  /// True until half a second after the last change reported by the driver. Many drivers report no changes.
  public var isAdjustingWhiteBalance: Bool { isAdjusting(.whiteBalance) }

  /// A stream of ``isAdjustingWhiteBalance``: the current value, then every change.
  public var isAdjustingWhiteBalanceUpdates: AsyncStream<Bool> { isAdjustingWhiteBalanceBroadcast.stream() }

  /// Whether the temperature can be set, directly or through gains.
  public var isLockingWhiteBalanceWithCustomTemperatureSupported: Bool {
    control(.whiteBalanceTemperature) != nil || neutralGains != nil
  }

  /// Whether the tint can be set: true if gains can be set and the camera has no temperature control.
  public var isLockingWhiteBalanceWithCustomTintSupported: Bool {
    control(.whiteBalanceTemperature) == nil && neutralGains != nil
  }

  /// Whether gains can be set.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
    control(.redBalance) != nil && control(.blueBalance) != nil
  }

  /// The current temperature and tint: the camera's temperature, else the equivalent of its gains; nil if it has
  /// neither.
  public var temperatureAndTint: WhiteBalanceTemperatureAndTintValues? {
    if let value = current(.whiteBalanceTemperature) {
      return WhiteBalanceTemperatureAndTintValues(temperature: Float(value))
    }
    return deviceWhiteBalanceGains.flatMap { temperatureAndTintValues(for: $0) }
  }

  /// The current gains; nil if the camera has none.
  @_disfavoredOverload public var deviceWhiteBalanceGains: WhiteBalanceGains? { balanceGains }

  package var balanceGains: WhiteBalanceGains? {
    guard let red = current(.redBalance), let blue = current(.blueBalance) else { return nil }
    return WhiteBalanceGains(redGain: Float(red), blueGain: Float(blue))
  }

  /// Sets white balance to the nearest available temperature and a tint.
  ///
  /// On a camera with gains but without a temperature control, ``deviceWhiteBalanceGains(for:)`` are set.
  ///
  /// - Throws: `CaptureError` if the camera has neither, or does not support the temperature or tint.
  @_disfavoredOverload public func setWhiteBalanceModeLocked(
    with values: WhiteBalanceTemperatureAndTintValues, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard let control = control(.whiteBalanceTemperature) else {
      guard neutralGains != nil else { throw unsupported("white balance temperature") }
      guard let gains = deviceWhiteBalanceGains(for: values) else {
        throw CaptureError(
          .outOfRange, subject: localizedName,
          reason: "the gains cannot balance light of \(values.temperature) K with tint \(values.tint)")
      }
      return try balanceWhite(with: gains, completionHandler)
    }
    guard values.tint == 0 else { throw unsupported("white balance tint") }
    guard values.temperature >= Float(control.minimum), values.temperature <= Float(control.maximum) else {
      throw CaptureError(
        .outOfRange, subject: localizedName,
        reason: "temperature must be \(control.rangeDescription), not \(values.temperature) K")
    }
    if self.control(.whiteBalanceAutomatic) != nil { try apply(0, to: .whiteBalanceAutomatic) }
    try apply(control.nearest(to: Double(values.temperature)), to: .whiteBalanceTemperature)
    completionHandler?(.hostTime)
  }

  /// Sets white balance gains.
  ///
  /// - Throws: `CaptureError` if the camera has no gains, or a gain is out of range.
  @_disfavoredOverload public func setWhiteBalanceModeLocked(
    with gains: WhiteBalanceGains, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try balanceWhite(with: gains, completionHandler) }

  package func balanceWhite(
    with gains: WhiteBalanceGains, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    guard isLockingWhiteBalanceWithCustomDeviceGainsSupported else { throw unsupported("white balance gains") }
    guard gains.redGain.magnitude < 1e9, gains.blueGain.magnitude < 1e9 else {
      throw CaptureError(.outOfRange, subject: localizedName, reason: "\(gains) is out of range")
    }
    if control(.whiteBalanceAutomatic) != nil { try apply(0, to: .whiteBalanceAutomatic) }
    try apply(Int64(gains.redGain.rounded()), to: .redBalance)
    try apply(Int64(gains.blueGain.rounded()), to: .blueBalance)
    completionHandler?(.hostTime)
  }

  /// Returns the gains that make light of a temperature and tint neutral.
  ///
  /// Nil if the camera has no gains, or the values are not those of a possible light. V4L2 does not define the
  /// steps, so this method makes assumptions. Steps are proportional to the gain. The driver's defaults fit
  /// daylight (D65). The sensor has the primaries of sRGB (IEC 61966-2-1). Krystek's formula (1985) gives the color
  /// of the light from 1000 to 15000 K.
  @_disfavoredOverload public func deviceWhiteBalanceGains(
    for values: WhiteBalanceTemperatureAndTintValues
  ) -> WhiteBalanceGains? { balanceGains(for: values) }

  package func balanceGains(for values: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains? {
    guard let neutral = neutralGains, LightColor.temperatures.contains(Double(values.temperature)),
      abs(values.tint) <= 300,
      let gains = LightColor(temperature: Double(values.temperature), tint: Double(values.tint)).gains
    else { return nil }
    return WhiteBalanceGains(
      redGain: neutral.redGain * Float(gains.red), blueGain: neutral.blueGain * Float(gains.blue))
  }

  /// Returns the temperature and tint of the light that the gains make neutral.
  ///
  /// It makes the assumptions of ``deviceWhiteBalanceGains(for:)``. Nil if the camera has no gains, or they are not
  /// positive.
  @_disfavoredOverload public func temperatureAndTintValues(
    for gains: WhiteBalanceGains
  ) -> WhiteBalanceTemperatureAndTintValues? { light(of: gains) }

  package func light(of gains: WhiteBalanceGains) -> WhiteBalanceTemperatureAndTintValues? {
    guard let neutral = neutralGains, gains.redGain > 0, gains.blueGain > 0 else { return nil }
    let light = LightColor(
      redGain: Double(gains.redGain / neutral.redGain), blueGain: Double(gains.blueGain / neutral.blueGain))
    let (temperature, tint) = light.temperatureAndTint
    return WhiteBalanceTemperatureAndTintValues(temperature: Float(temperature), tint: Float(tint))
  }

  /// The driver's default gains; nil if they are not proportional because their range includes negative values.
  private var neutralGains: WhiteBalanceGains? {
    guard let red = control(.redBalance), let blue = control(.blueBalance), red.minimum >= 0, blue.minimum >= 0,
      red.defaultValue > 0, blue.defaultValue > 0
    else { return nil }
    return WhiteBalanceGains(redGain: Float(red.defaultValue), blueGain: Float(blue.defaultValue))
  }
}
