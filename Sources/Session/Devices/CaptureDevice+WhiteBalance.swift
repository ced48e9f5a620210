import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// How white balance is set (`AVCaptureDevice.WhiteBalanceMode`).
  public enum WhiteBalanceMode: Sendable, Hashable, CaseIterable {
    /// It stays as it is.
    case locked
    /// It is adjusted once, and then stays. No V4L2 camera can do this.
    case autoWhiteBalance
    /// The camera adjusts it whenever it thinks that it should.
    case continuousAutoWhiteBalance
  }

  /// Temperature and tint (`AVCaptureDevice.WhiteBalanceTemperatureAndTintValues`).
  public struct WhiteBalanceTemperatureAndTintValues: Sendable, Hashable {
    /// In kelvin.
    public var temperature: Float
    /// How far the picture is moved from green to magenta, mostly −150 to 150.
    ///
    /// It is 3000 times the distance of the light from the Planckian locus. 0, which is neither, is all that cameras
    /// without gains have.
    public var tint: Float
    /// Makes a pair.
    public init(temperature: Float, tint: Float = 0) { (self.temperature, self.tint) = (temperature, tint) }
  }

  /// How much red and blue are raised, in the driver's own steps (`AVCaptureDevice.WhiteBalanceGains`).
  public struct WhiteBalanceGains: Sendable, Hashable {
    /// V4L2's `red_balance`.
    public var redGain: Float
    /// V4L2's `blue_balance`.
    public var blueGain: Float
    /// Makes gains.
    public init(redGain: Float, blueGain: Float) { (self.redGain, self.blueGain) = (redGain, blueGain) }
  }

  /// Whether white balance can be set this way.
  public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
    switch mode {
    case .autoWhiteBalance: false
    case .continuousAutoWhiteBalance, .locked: control(.whiteBalanceAutomatic) != nil
    }
  }

  /// How white balance is set now.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { current(.whiteBalanceAutomatic) == 1 ? .continuousAutoWhiteBalance : .locked }
    set {
      attempt { () throws(CaptureError) in
        guard isWhiteBalanceModeSupported(newValue) else { throw unsupported("white balance mode \(newValue)") }
        try apply(newValue == .locked ? 0 : 1, to: .whiteBalanceAutomatic)
      }
    }
  }

  /// Whether the camera adjusts white balance by itself, while a session streams from it.
  ///
  /// As long as its driver tells of changes, and half a second after; many drivers tell of none.
  public var isAdjustingWhiteBalance: Bool { isAdjusting(.whiteBalance) }

  /// ``isAdjustingWhiteBalance`` now, and whenever it changes.
  public var isAdjustingWhiteBalanceUpdates: AsyncStream<Bool> { isAdjustingWhiteBalanceBroadcast.stream() }

  /// Whether temperature can be set: as such, or by gains.
  public var isLockingWhiteBalanceWithCustomTemperatureSupported: Bool {
    control(.whiteBalanceTemperature) != nil || neutralGains != nil
  }

  /// Whether tint can be set: by gains, where the camera has no temperature of its own.
  public var isLockingWhiteBalanceWithCustomTintSupported: Bool {
    control(.whiteBalanceTemperature) == nil && neutralGains != nil
  }

  /// Whether gains can be set.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
    control(.redBalance) != nil && control(.blueBalance) != nil
  }

  /// Temperature and tint now: the camera's own temperature, else what the gains stand for; nil where it has neither.
  public var temperatureAndTint: WhiteBalanceTemperatureAndTintValues? {
    if let value = current(.whiteBalanceTemperature) {
      return WhiteBalanceTemperatureAndTintValues(temperature: Float(value))
    }
    return deviceWhiteBalanceGains.flatMap { temperatureAndTintValues(for: $0) }
  }

  /// The gains now; nil where the camera has none.
  @_disfavoredOverload public var deviceWhiteBalanceGains: WhiteBalanceGains? { balanceGains }

  package var balanceGains: WhiteBalanceGains? {
    guard let red = current(.redBalance), let blue = current(.blueBalance) else { return nil }
    return WhiteBalanceGains(redGain: Float(red), blueGain: Float(blue))
  }

  /// Sets white balance to a temperature, the nearest that the camera has, and a tint.
  ///
  /// A camera that has gains but no temperature gets ``deviceWhiteBalanceGains(for:)``.
  ///
  /// - Throws: `CaptureError` where the camera has neither, not this temperature, or a tint is asked for that it can't
  ///   have.
  @_disfavoredOverload public func setWhiteBalanceModeLocked(
    with values: WhiteBalanceTemperatureAndTintValues, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard let control = control(.whiteBalanceTemperature) else {
      guard neutralGains != nil else { throw unsupported("white balance temperature") }
      guard let gains = deviceWhiteBalanceGains(for: values) else {
        throw CaptureError(
          .outOfRange, subject: localizedName,
          reason: "\(values.temperature) K with tint \(values.tint) is no light that gains can balance")
      }
      return try balanceWhite(with: gains, completionHandler)
    }
    guard values.tint == 0 else { throw unsupported("white balance tint") }
    guard values.temperature >= Float(control.minimum), values.temperature <= Float(control.maximum) else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "\(values.temperature) K is not \(control.rangeDescription)")
    }
    if self.control(.whiteBalanceAutomatic) != nil { try apply(0, to: .whiteBalanceAutomatic) }
    try apply(control.nearest(to: Double(values.temperature)), to: .whiteBalanceTemperature)
    completionHandler?(.hostTime)
  }

  /// Sets white balance by gains.
  ///
  /// - Throws: `CaptureError` where the camera has no gains, or not these.
  @_disfavoredOverload public func setWhiteBalanceModeLocked(
    with gains: WhiteBalanceGains, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try balanceWhite(with: gains, completionHandler) }

  package func balanceWhite(
    with gains: WhiteBalanceGains, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    guard isLockingWhiteBalanceWithCustomDeviceGainsSupported else { throw unsupported("white balance gains") }
    guard gains.redGain.magnitude < 1e9, gains.blueGain.magnitude < 1e9 else {
      throw CaptureError(.outOfRange, subject: localizedName, reason: "\(gains) are no gains")
    }
    if control(.whiteBalanceAutomatic) != nil { try apply(0, to: .whiteBalanceAutomatic) }
    try apply(Int64(gains.redGain.rounded()), to: .redBalance)
    try apply(Int64(gains.blueGain.rounded()), to: .blueBalance)
    completionHandler?(.hostTime)
  }

  /// The gains that make light of a temperature and tint neutral; nil where the camera has no gains, or there is no such
  /// light.
  ///
  /// V4L2 doesn't say what a step is. Steps are taken for proportional to the gain, the driver's default for right in
  /// daylight (D65), and the sensor's primaries for those of sRGB (IEC 61966-2-1). The colour of the light is that of
  /// Krystek's formula (1985), from 1000 to 15000 K.
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

  /// The temperature and tint of the light that gains make neutral, judged as ``deviceWhiteBalanceGains(for:)`` does; nil
  /// where the camera has none, or these aren't above 0.
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

  /// The gains that the driver begins with; nil where they can't be proportions, because they are balanced around 0.
  private var neutralGains: WhiteBalanceGains? {
    guard let red = control(.redBalance), let blue = control(.blueBalance), red.minimum >= 0, blue.minimum >= 0,
      red.defaultValue > 0, blue.defaultValue > 0
    else { return nil }
    return WhiteBalanceGains(redGain: Float(red.defaultValue), blueGain: Float(blue.defaultValue))
  }
}
