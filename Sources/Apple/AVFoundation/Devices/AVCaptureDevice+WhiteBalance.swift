public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// Stands for the gains as they are now.
  public static let currentWhiteBalanceGains = WhiteBalanceGains(redGain: -1, blueGain: -1)

  /// A colour, by its chromaticity (CIE 1931).
  public struct WhiteBalanceChromaticityValues: Sendable, Hashable {
    /// How red it is.
    public var x: Float
    /// How green it is.
    public var y: Float

    /// Makes a colour.
    public init(x: Float = 0, y: Float = 0) { (self.x, self.y) = (x, y) }
  }

  /// The gains now; 1 where the camera has none.
  public var deviceWhiteBalanceGains: WhiteBalanceGains {
    balanceGains ?? WhiteBalanceGains(redGain: 1, blueGain: 1)
  }

  /// The gains that make what is seen grey on average; those that there are, since nobody works them out.
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains { deviceWhiteBalanceGains }

  /// The greatest gain.
  public var maxWhiteBalanceGain: Float {
    let greatest = ["red_balance", "blue_balance"].compactMap { control($0)?.maximum }.min()
    return greatest.map(Float.init) ?? 1
  }

  /// The gains that make light of a temperature and tint neutral; those that there are where nobody knows.
  public func deviceWhiteBalanceGains(for values: WhiteBalanceTemperatureAndTintValues) -> WhiteBalanceGains {
    balanceGains(for: values) ?? deviceWhiteBalanceGains
  }

  /// The temperature and tint of the light that gains make neutral; daylight's where nobody knows.
  public func temperatureAndTintValues(
    for whiteBalanceGains: WhiteBalanceGains
  ) -> WhiteBalanceTemperatureAndTintValues {
    light(of: whiteBalanceGains) ?? temperatureAndTint ?? WhiteBalanceTemperatureAndTintValues(temperature: 6500)
  }

  /// Sets white balance by gains.
  ///
  /// - Parameters:
  ///   - whiteBalanceGains: Up to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
  ///   - handler: Called with the time of the first frame that shows them; default nobody.
  public func setWhiteBalanceModeLocked(
    with whiteBalanceGains: WhiteBalanceGains, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) { set(telling: handler) { try balanceWhite(with: known(whiteBalanceGains), nil) } }

  /// Sets white balance by gains, and returns the time of the first frame that shows them.
  @discardableResult
  public func setWhiteBalanceModeLocked(with whiteBalanceGains: WhiteBalanceGains) async -> CMTime {
    await set { try balanceWhite(with: known(whiteBalanceGains), nil) }
  }

  private func known(_ gains: WhiteBalanceGains) -> WhiteBalanceGains {
    gains == Self.currentWhiteBalanceGains ? deviceWhiteBalanceGains : gains
  }
}

extension CaptureDevice.WhiteBalanceGains {
  /// How much green is raised: 1, since cameras raise red and blue against it.
  public var greenGain: Float {
    get { 1 }
    set { _ = newValue }
  }

  /// Makes gains; red and blue are taken against green.
  public init(redGain: Float, greenGain: Float, blueGain: Float) {
    let green = greenGain > 0 ? greenGain : 1
    self.init(redGain: redGain / green, blueGain: blueGain / green)
  }
}
