public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// The value that keeps the current exposure bias.
  public static let currentExposureTargetBias = -Float.greatestFiniteMagnitude

  /// The point of interest for automatic exposure, in device coordinates; default the center.
  public var exposurePointOfInterest: CGPoint {
    get { CGPoint(exposurePoint) }
    set { exposurePoint = .init(newValue) }
  }

  /// Sets a manual exposure.
  ///
  /// - Parameters:
  ///   - duration: `minExposureDuration` to `maxExposureDuration`, or `currentExposureDuration`.
  ///   - ISO: `minISO` to `maxISO`, or `currentISO`.
  ///   - handler: Receives the time of the first frame with these values; default none.
  public func setExposureModeCustom(
    duration: CMTime, iso ISO: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) { set(telling: handler) { try expose(for: duration, iso: ISO) } }

  /// Sets a manual exposure, and returns the time of the first frame with these values.
  @discardableResult
  public func setExposureModeCustom(duration: CMTime, iso ISO: Float) async -> CMTime {
    await set { try expose(for: duration, iso: ISO) }
  }

  /// Sets the bias of automatic exposure, in EV.
  ///
  /// - Parameters:
  ///   - bias: `minExposureTargetBias` to `maxExposureTargetBias`, or ``currentExposureTargetBias``.
  ///   - handler: Receives the time of the first frame with this bias; default none.
  public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
    set(telling: handler) { try setExposureBias(resolved(bias)) }
  }

  /// Sets the bias of automatic exposure, and returns the time of the first frame with this bias.
  @discardableResult
  public func setExposureTargetBias(_ bias: Float) async -> CMTime {
    await set { try setExposureBias(resolved(bias)) }
  }

  private func resolved(_ bias: Float) -> Float {
    bias == Self.currentExposureTargetBias ? exposureTargetBias : bias
  }

  /// The maximum duration of automatic exposure; always that of the format.
  public var activeMaxExposureDuration: CMTime {
    get { maxExposureDuration }
    set { reportUnsupported(newValue != maxExposureDuration) }
  }

  /// The lens aperture, as an f-number; always 0, for unknown.
  public var lensAperture: Float { 0 }

  /// Whether exposure prefers faces; always false.
  public var isFaceDrivenAutoExposureEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }

  /// Whether the system controls ``isFaceDrivenAutoExposureEnabled``; has no effect.
  public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether low-light boost is supported; always false.
  public var isLowLightBoostSupported: Bool { false }

  /// Whether low-light boost is enabled; always false.
  public var isLowLightBoostEnabled: Bool { false }

  /// Whether low-light boost is enabled automatically; has no effect.
  public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }
}
