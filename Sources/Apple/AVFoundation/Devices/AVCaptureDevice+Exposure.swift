public import CoreMedia
public import Foundation
public import OpenCaptureSession

extension CaptureDevice {
  /// Stands for the exposure bias as it is now.
  public static let currentExposureTargetBias = -Float.greatestFiniteMagnitude

  /// What automatic exposure is to make well exposed, in device coordinates; default the middle.
  public var exposurePointOfInterest: CGPoint {
    get { CGPoint(exposurePoint) }
    set { exposurePoint = .init(newValue) }
  }

  /// Sets exposure by hand.
  ///
  /// - Parameters:
  ///   - duration: `minExposureDuration` to `maxExposureDuration`, or `currentExposureDuration`.
  ///   - ISO: `minISO` to `maxISO`, or `currentISO`.
  ///   - handler: Called with the time of the first frame that shows both; default nobody.
  public func setExposureModeCustom(
    duration: CMTime, iso ISO: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) { set(telling: handler) { try expose(for: duration, iso: ISO, nil) } }

  /// Sets exposure by hand, and returns the time of the first frame that shows it.
  @discardableResult
  public func setExposureModeCustom(duration: CMTime, iso ISO: Float) async -> CMTime {
    await set { try expose(for: duration, iso: ISO, nil) }
  }

  /// Sets by how much automatic exposure is to be brighter, in EV.
  ///
  /// - Parameters:
  ///   - bias: `minExposureTargetBias` to `maxExposureTargetBias`, or ``currentExposureTargetBias``.
  ///   - handler: Called with the time of the first frame that shows it; default nobody.
  public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
    set(telling: handler) { try biasExposure(by: known(bias), nil) }
  }

  /// Sets by how much automatic exposure is to be brighter, and returns the time of the first frame that shows it.
  @discardableResult
  public func setExposureTargetBias(_ bias: Float) async -> CMTime {
    await set { try biasExposure(by: known(bias), nil) }
  }

  private func known(_ bias: Float) -> Float {
    bias == Self.currentExposureTargetBias ? exposureTargetBias : bias
  }

  /// The longest time that automatic exposure takes: the format's longest.
  public var activeMaxExposureDuration: CMTime {
    get { maxExposureDuration }
    set {
      if newValue != maxExposureDuration { Misuse.tell("activeMaxExposureDuration: \(localizedName) has none") }
    }
  }

  /// How wide the lens is open, as the f-number; 0 for not known.
  public var lensAperture: Float { 0 }

  /// Whether exposure prefers faces; no.
  public var isFaceDrivenAutoExposureEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isFaceDrivenAutoExposureEnabled: \(localizedName) can't") } }
  }

  /// Whether the system decides about ``isFaceDrivenAutoExposureEnabled``; nothing changes.
  public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// False: no camera has it.
  public var isLowLightBoostSupported: Bool { false }

  /// Whether frames are made brighter in the dark; no.
  public var isLowLightBoostEnabled: Bool { false }

  /// Whether frames may be made brighter in the dark; nothing does it.
  public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
    get { false }
    set { if newValue { Misuse.tell("automaticallyEnablesLowLightBoostWhenAvailable: \(localizedName) can't") } }
  }
}
