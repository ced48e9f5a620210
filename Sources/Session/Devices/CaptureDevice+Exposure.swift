import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// How exposure is set (`AVCaptureDevice.ExposureMode`).
  public enum ExposureMode: Sendable, Hashable, CaseIterable {
    /// It stays as it is.
    case locked
    /// It is adjusted once, and then stays. No V4L2 camera can do this.
    case autoExpose
    /// The camera adjusts it whenever it thinks that it should.
    case continuousAutoExposure
    /// It is what ``setExposureModeCustom(duration:iso:completionHandler:)`` says.
    case custom
  }

  /// The values of V4L2's `auto_exposure`.
  private enum ExposureMenu {
    static let automatic: Int64 = 0
    static let manual: Int64 = 1
    static let aperturePriority: Int64 = 3
  }

  /// Whether exposure can be set this way.
  public func isExposureModeSupported(_ mode: ExposureMode) -> Bool {
    switch mode {
    case .autoExpose: false
    case .continuousAutoExposure: automaticExposure != nil
    case .locked, .custom: control(.exposureTime) != nil
    }
  }

  private var automaticExposure: Int64? {
    guard let control = control(.exposureAutomatic) else { return nil }
    return [ExposureMenu.automatic, ExposureMenu.aperturePriority].first(where: control.accepts)
  }

  /// How exposure is set now.
  public var exposureMode: ExposureMode {
    get {
      guard control(.exposureAutomatic) != nil, let mode = current(.exposureAutomatic) else { return .custom }
      return mode == ExposureMenu.manual ? .custom : .continuousAutoExposure
    }
    set {
      attempt { () throws(CaptureError) in
        guard isExposureModeSupported(newValue) else { throw unsupported("exposure mode \(newValue)") }
        guard control(.exposureAutomatic) != nil else { return }
        let value = newValue == .continuousAutoExposure ? automaticExposure : ExposureMenu.manual
        if let value { try apply(value, to: .exposureAutomatic) }
      }
    }
  }

  /// Whether exposure can be measured at a point: no V4L2 camera can.
  public var isExposurePointOfInterestSupported: Bool { false }

  /// Where exposure is measured: the middle; see ``isExposurePointOfInterestSupported``.
  public var exposurePointOfInterest: Point {
    get { Point(x: 0.5, y: 0.5) }
    set { attempt { () throws(CaptureError) in throw unsupported("exposure at a point, such as \(newValue)") } }
  }

  /// Whether the camera adjusts exposure by itself, while a session streams from it.
  ///
  /// As long as its driver tells of changes, and half a second after; many drivers tell of none.
  public var isAdjustingExposure: Bool { isAdjusting(.exposure) }

  /// ``isAdjustingExposure`` now, and whenever it changes.
  public var isAdjustingExposureUpdates: AsyncStream<Bool> { isAdjustingExposureBroadcast.stream() }

  /// How long each frame is exposed; `MediaTime.invalid` where the camera doesn't say.
  public var exposureDuration: MediaTime { current(.exposureTime).map(MediaTime.init(exposure:)) ?? .invalid }

  /// The shortest exposure; `MediaTime.invalid` where it can't be set.
  public var minExposureDuration: MediaTime {
    control(.exposureTime).map { MediaTime(exposure: $0.minimum) } ?? .invalid
  }

  /// The longest exposure; `MediaTime.invalid` where it can't be set.
  public var maxExposureDuration: MediaTime {
    control(.exposureTime).map { MediaTime(exposure: $0.maximum) } ?? .invalid
  }

  /// The control that stands for sensitivity, in the driver's units: ISO where the driver knows it, else gain.
  private var sensitivity: CaptureControl? { control(.iso) ?? control(.analogueGain) ?? control(.gain) }

  /// V4L2 counts ISO in thousandths.
  private func isoUnit(_ control: CaptureControl) -> Double { control.name == .iso ? 1000 : 1 }

  /// The sensitivity: the driver's `iso_sensitivity`, else its gain in the driver's own steps; 0 where it has neither.
  public var iso: Float {
    guard let control = sensitivity, let value = current(control.name) else { return 0 }
    return Float(control.meaning(of: value) / isoUnit(control))
  }

  /// The least ``iso``.
  public var minISO: Float { sensitivity.map { Float($0.meanings.lowerBound / isoUnit($0)) } ?? 0 }

  /// The greatest ``iso``.
  public var maxISO: Float { sensitivity.map { Float($0.meanings.upperBound / isoUnit($0)) } ?? 0 }

  /// Stands for the exposure duration as it is now.
  public static let currentExposureDuration = MediaTime.indefinite

  /// Stands for ``iso`` as it is now.
  public static let currentISO = Float.infinity

  /// Sets exposure by hand.
  ///
  /// - Parameters:
  ///   - duration: ``minExposureDuration`` to ``maxExposureDuration``, in steps of 100 µs, or
  ///     ``currentExposureDuration``.
  ///   - iso: ``minISO`` to ``maxISO``, or ``currentISO``.
  ///   - completionHandler: Called when the driver has taken both, with the time; default nobody.
  /// - Throws: `CaptureError` where the camera can't, or a value is out of range.
  public func setExposureModeCustom(
    duration: MediaTime, iso: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard isExposureModeSupported(.custom) else { throw unsupported("exposure by hand") }
    if control(.exposureAutomatic) != nil { try apply(ExposureMenu.manual, to: .exposureAutomatic) }
    if duration.isNumeric { try apply(duration.exposureSteps, to: .exposureTime) }
    if iso.isFinite { try setSensitivity(iso) }
    completionHandler?(.hostTime)
  }

  private func setSensitivity(_ iso: Float) throws(CaptureError) {
    guard let control = sensitivity else { throw unsupported("sensitivity") }
    let wish = Double(iso) * isoUnit(control)
    guard control.meanings.contains(wish) else {
      throw CaptureError(.outOfRange, subject: localizedName, reason: "ISO \(iso) is not \(minISO) to \(maxISO)")
    }
    try apply(control.value(meaning: wish), to: control.name)
  }

  /// Whether the camera says by how much exposure is off its target: V4L2 has no control that does, so this is false.
  public var isExposureTargetOffsetSupported: Bool { false }

  /// By how much exposure is off its target, in EV: 0; see ``isExposureTargetOffsetSupported``.
  public var exposureTargetOffset: Float { 0 }

  /// By how much automatic exposure is to be brighter, in EV; 0 where the camera has no bias.
  public var exposureTargetBias: Float {
    guard let control = control(.exposureBias), let value = current(.exposureBias) else { return 0 }
    return Float(control.meaning(of: value) / 1000)
  }

  /// The least ``exposureTargetBias``; 0 where there is none.
  public var minExposureTargetBias: Float { Float((control(.exposureBias)?.meanings.lowerBound ?? 0) / 1000) }

  /// The greatest ``exposureTargetBias``; 0 where there is none.
  public var maxExposureTargetBias: Float { Float((control(.exposureBias)?.meanings.upperBound ?? 0) / 1000) }

  /// Sets by how much automatic exposure is to be brighter.
  ///
  /// - Parameters:
  ///   - bias: In EV.
  ///   - completionHandler: Called when the driver has taken it, with the time; default nobody.
  /// - Throws: `CaptureError` where the camera has no bias, or not this one.
  public func setExposureTargetBias(
    _ bias: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard let control = control(.exposureBias) else { throw unsupported("exposure bias") }
    let wish = Double(bias) * 1000
    guard control.meanings.contains(wish) else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "\(bias) EV is not \(control.rangeDescription)")
    }
    try apply(control.value(meaning: wish), to: .exposureBias)
    completionHandler?(.hostTime)
  }
}

extension MediaTime {
  /// V4L2 counts exposure in steps of 100 µs.
  fileprivate init(exposure steps: Int64) { self.init(value: steps, timescale: 10_000) }

  fileprivate var exposureSteps: Int64 { convertScale(10_000).value }
}
