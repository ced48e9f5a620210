public import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The white balance mode (`AVCaptureDevice.WhiteBalanceMode`).
  public enum WhiteBalanceMode: Int, Sendable, Hashable, CaseIterable {
    /// White balance does not change.
    case locked
    /// White balance is adjusted once, then stays. No camera supports this.
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
    /// The gain of red.
    public var redGain: Float
    /// The gain of blue.
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
    case .continuousAutoWhiteBalance, .locked: control(.automaticWhiteBalance) != nil
    }
  }

  /// The white balance mode.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { current(.automaticWhiteBalance) == 1 ? .continuousAutoWhiteBalance : .locked }
    set {
      attempt { () throws(CaptureError) in
        guard isWhiteBalanceModeSupported(newValue) else { throw unsupported("white balance mode \(newValue)") }
        try apply(newValue == .locked ? 0 : 1, to: .automaticWhiteBalance)
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
    control(.redGain) != nil && control(.blueGain) != nil
  }

  /// The current temperature and tint: the camera's temperature, else the equivalent of its gains; nil if it has
  /// neither.
  public var temperatureAndTint: WhiteBalanceTemperatureAndTintValues? {
    if let control = control(.whiteBalanceTemperature), let value = current(.whiteBalanceTemperature) {
      return WhiteBalanceTemperatureAndTintValues(temperature: Float(control.quantity(of: value)))
    }
    return whiteBalanceGains.flatMap { temperatureAndTint(for: $0) }
  }

  /// The current gains (`AVCaptureDevice.deviceWhiteBalanceGains`); nil if the camera has none.
  public var whiteBalanceGains: WhiteBalanceGains? {
    guard let red = current(.redGain), let blue = current(.blueGain) else { return nil }
    return WhiteBalanceGains(redGain: Float(red), blueGain: Float(blue))
  }

  /// Sets white balance to the nearest available temperature and a tint.
  ///
  /// On a camera with gains but without a temperature control, ``whiteBalanceGains(for:)`` are set.
  ///
  /// - Throws: `CaptureError` if the camera has neither, or does not support the temperature or tint.
  public func lockWhiteBalance(
    at values: WhiteBalanceTemperatureAndTintValues, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard let control = control(.whiteBalanceTemperature) else {
      guard neutralGains != nil else { throw unsupported("white balance temperature") }
      guard let gains = whiteBalanceGains(for: values) else {
        throw outOfRange("the gains cannot balance light of \(values.temperature) K with tint \(values.tint)")
      }
      return try lockWhiteBalance(at: gains, completionHandler: completionHandler)
    }
    guard values.tint == 0 else { throw unsupported("white balance tint") }
    let range = control.quantities
    guard range.contains(Double(values.temperature)) else {
      let limits = "between \(range.lowerBound.shortDescription) and \(range.upperBound.shortDescription)"
      throw outOfRange("temperature must be \(limits), not \(values.temperature) K")
    }
    if self.control(.automaticWhiteBalance) != nil { try apply(0, to: .automaticWhiteBalance) }
    try apply(control.value(forQuantity: Double(values.temperature)), to: .whiteBalanceTemperature)
    completionHandler?(.hostTime)
  }

  /// Sets white balance gains (`AVCaptureDevice.setWhiteBalanceModeLocked(with:)`).
  ///
  /// - Throws: `CaptureError` if the camera has no gains, or a gain is out of range.
  public func lockWhiteBalance(
    at gains: WhiteBalanceGains, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    // Both gains are checked before the first change, so that a rejected gain has no effect.
    let red = try value(ofGain: gains.redGain, .redGain)
    let blue = try value(ofGain: gains.blueGain, .blueGain)
    if control(.automaticWhiteBalance) != nil { try apply(0, to: .automaticWhiteBalance) }
    try apply(red, to: .redGain)
    try apply(blue, to: .blueGain)
    completionHandler?(.hostTime)
  }

  private func value(ofGain gain: Float, _ name: CaptureControl.Name) throws(CaptureError) -> Int64 {
    guard let control = control(name) else { throw unsupported("white balance gains") }
    guard gain.magnitude < 1e9, control.accepts(Int64(gain.rounded())) else {
      throw outOfRange("\(name) must be \(control.rangeDescription), not \(gain)")
    }
    return Int64(gain.rounded())
  }

  /// Returns the gains that make light of a temperature and tint neutral.
  ///
  /// Nil if the camera has no gains, or the values are not those of a possible light. Drivers do not
  /// define the steps, so this method makes assumptions. Steps are proportional to the gain. The driver's defaults fit
  /// daylight (D65). The sensor has the primaries of sRGB (IEC 61966-2-1). Krystek's formula (1985) gives the color
  /// of the light from 1000 to 15000 K.
  public func whiteBalanceGains(for values: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains? {
    guard let neutral = neutralGains, LightColor.temperatures.contains(Double(values.temperature)),
      abs(values.tint) <= 300,
      let gains = LightColor(temperature: Double(values.temperature), tint: Double(values.tint)).gains
    else { return nil }
    return WhiteBalanceGains(
      redGain: neutral.redGain * Float(gains.red), blueGain: neutral.blueGain * Float(gains.blue))
  }

  /// Returns the temperature and tint of the light that the gains make neutral.
  ///
  /// It makes the assumptions of ``whiteBalanceGains(for:)``. Nil if the camera has no gains, or they are not
  /// positive.
  public func temperatureAndTint(for gains: WhiteBalanceGains) -> WhiteBalanceTemperatureAndTintValues? {
    guard let neutral = neutralGains, gains.redGain > 0, gains.blueGain > 0 else { return nil }
    let light = LightColor(
      redGain: Double(gains.redGain / neutral.redGain), blueGain: Double(gains.blueGain / neutral.blueGain))
    let (temperature, tint) = light.temperatureAndTint
    return WhiteBalanceTemperatureAndTintValues(temperature: Float(temperature), tint: Float(tint))
  }

  /// The driver's default gains; nil if they are not proportional because their range includes negative values.
  private var neutralGains: WhiteBalanceGains? {
    guard let red = control(.redGain), let blue = control(.blueGain), red.minimum >= 0, blue.minimum >= 0,
      red.defaultValue > 0, blue.defaultValue > 0
    else { return nil }
    return WhiteBalanceGains(redGain: Float(red.defaultValue), blueGain: Float(blue.defaultValue))
  }
}
