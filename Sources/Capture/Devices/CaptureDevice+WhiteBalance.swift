import MediaSamples

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
    /// From green to magenta; 0 is neither, and all that V4L2 cameras have.
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

  /// Whether the camera adjusts white balance by itself, while a session streams from it: as long as its driver tells
  /// of changes, and half a second after. Many drivers tell of none.
  public var isAdjustingWhiteBalance: Bool { isAdjusting(.whiteBalance) }

  /// ``isAdjustingWhiteBalance`` now, and whenever it changes.
  public var isAdjustingWhiteBalanceUpdates: AsyncStream<Bool> { isAdjustingWhiteBalanceBroadcast.stream() }

  /// Whether temperature can be set.
  public var isLockingWhiteBalanceWithCustomTemperatureSupported: Bool { control(.whiteBalanceTemperature) != nil }

  /// Whether gains can be set.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
    control(.redBalance) != nil && control(.blueBalance) != nil
  }

  /// Temperature and tint now; nil where the camera doesn't say.
  public var temperatureAndTint: WhiteBalanceTemperatureAndTintValues? {
    current(.whiteBalanceTemperature).map { WhiteBalanceTemperatureAndTintValues(temperature: Float($0)) }
  }

  /// The gains now; nil where the camera has none.
  public var deviceWhiteBalanceGains: WhiteBalanceGains? {
    guard let red = current(.redBalance), let blue = current(.blueBalance) else { return nil }
    return WhiteBalanceGains(redGain: Float(red), blueGain: Float(blue))
  }

  /// Sets white balance to a temperature, the nearest that the camera has.
  ///
  /// - Throws: ``CaptureError`` where the camera has no temperature, or not this one, or a tint is asked for.
  public func setWhiteBalanceModeLocked(
    with values: WhiteBalanceTemperatureAndTintValues, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard let control = control(.whiteBalanceTemperature) else { throw unsupported("white balance temperature") }
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
  /// - Throws: ``CaptureError`` where the camera has no gains, or not these.
  public func setWhiteBalanceModeLocked(
    with gains: WhiteBalanceGains, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
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
}
