import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// How exposure is set (`AVCaptureDevice.ExposureMode`).
  public enum ExposureMode: Sendable, Hashable, CaseIterable {
    /// It stays as it is.
    case locked
    /// It is adjusted once, and then stays: ``locked``.
    case autoExpose
    /// The camera adjusts it whenever it thinks that it should.
    case continuousAutoExposure
    /// It is what ``setExposureModeCustom(duration:iso:completionHandler:)`` says.
    case custom
  }

  struct ExposureState {
    var point = CaptureDevice.middle
    /// What meters and sets exposure in the camera's stead; nil where nothing does.
    var metering: SoftwareAutoexposure?
    /// Whether it was locked, rather than set by hand.
    var isLocked = false
    /// Whether gain is to be given back to the camera together with time.
    var returnsGain = false
    /// What was told of ``SoftwareAutoexposure/isAdjusting``.
    var wasAdjusting = false
    var targetOffset: Float = 0
    /// For cameras without a bias of their own.
    var targetBias: Float = 0
  }

  /// The values of V4L2's `auto_exposure`.
  private enum ExposureMenu {
    static let automatic: Int64 = 0
    static let manual: Int64 = 1
    static let aperturePriority: Int64 = 3
  }

  /// Whether exposure can be set this way; by itself, at a point, also without help of the hardware where time or gain can
  /// be set.
  public func isExposureModeSupported(_ mode: ExposureMode) -> Bool {
    switch mode {
    case .autoExpose: canSetExposure
    case .continuousAutoExposure: automaticExposure != nil || canSetExposure
    case .locked: control(.exposureTime) != nil || canSetExposure
    case .custom: control(.exposureTime) != nil
    }
  }

  private var automaticExposure: Int64? {
    guard let control = control(.exposureAutomatic) else { return nil }
    return [ExposureMenu.automatic, ExposureMenu.aperturePriority].first(where: control.accepts)
  }

  /// Whether the camera itself sets exposure now.
  var isExposureAutomatic: Bool {
    current(.exposureAutomatic).map { $0 != ExposureMenu.manual } ?? false
  }

  /// How exposure is set now.
  ///
  /// ``ExposureMode/autoExpose``, and ``ExposureMode/continuousAutoExposure`` at any ``exposurePointOfInterest`` but the
  /// middle, is what this library does: it meters around the point and sets time, never longer than a frame lasts, and
  /// where that isn't enough gain. In the middle, cameras that can meter continuously by themselves.
  public var exposureMode: ExposureMode {
    get {
      let (metering, isLocked) = state.withLock { ($0.exposure.metering, $0.exposure.isLocked) }
      if let metering { return metering.isContinuous ? .continuousAutoExposure : .autoExpose }
      return isExposureAutomatic ? .continuousAutoExposure : isLocked ? .locked : .custom
    }
    set { attempt { () throws(CaptureError) in try changeExposureMode(newValue) } }
  }

  private func changeExposureMode(_ mode: ExposureMode) throws(CaptureError) {
    guard isExposureModeSupported(mode) else { throw unsupported("exposure mode \(mode)") }
    endExposureMetering()
    do throws(CaptureError) {
      try beginExposureMode(mode)
      state.withLock { $0.exposure.isLocked = mode == .locked }
    } catch {
      // Then it stays as it is.
      state.withLock { $0.exposure.isLocked = true }
      throw error
    }
  }

  private func beginExposureMode(_ mode: ExposureMode) throws(CaptureError) {
    switch mode {
    case .locked, .custom: try setExposureAutomatic(false)
    case .continuousAutoExposure where automaticExposure != nil && exposurePointOfInterest == Self.middle:
      try setExposureAutomatic(true)
    case .autoExpose, .continuousAutoExposure:
      try beginExposureMetering(isContinuous: mode == .continuousAutoExposure)
    }
  }

  func setExposureAutomatic(_ isOn: Bool) throws(CaptureError) {
    guard control(.exposureAutomatic) != nil, let value = isOn ? automaticExposure : ExposureMenu.manual else {
      return
    }
    try apply(value, to: .exposureAutomatic)
    if isOn, state.withLock({ $0.exposure.returnsGain }) {
      try apply(1, to: .gainAutomatic)
      state.withLock { $0.exposure.returnsGain = false }
    }
  }

  /// Whether exposure is being adjusted while a session streams: on the way to its target at ``exposurePointOfInterest``, or
  /// by the camera itself.
  ///
  /// The latter as long as its driver tells of changes, and half a second after; many drivers tell of none.
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
  var sensitivity: CaptureControl? { control(.iso) ?? control(.analogueGain) ?? control(.gain) }

  /// V4L2 counts ISO in thousandths.
  private func isoUnit(_ control: CaptureControl) -> Double { control.name == .iso ? 1000 : 1 }

  /// The sensitivity: the driver's `iso_sensitivity`, else its gain in the driver's own steps; 0 where it has neither.
  public var iso: Float {
    guard let control = sensitivity, let value = current(control.name) else { return 0 }
    return Float(control.meaning(of: value) / isoUnit(control))
  }

  /// The least ``iso``.
  public var minISO: Float { isoRange.lowerBound }

  /// The greatest ``iso``.
  public var maxISO: Float { isoRange.upperBound }

  /// From ``minISO`` to ``maxISO``.
  var isoRange: ClosedRange<Float> {
    guard let control = sensitivity else { return 0...0 }
    let (meanings, unit) = (control.meanings, isoUnit(control))
    return Float(meanings.lowerBound / unit)...Float(meanings.upperBound / unit)
  }

  /// What exposure by hand can be; nil where it can't be set.
  var exposureLimits: Format.ExposureLimits? {
    // Asked once: the control can go with the device at any time.
    guard let control = control(.exposureTime), control.minimum <= control.maximum else { return nil }
    let duration = MediaTime(exposure: control.minimum)...MediaTime(exposure: control.maximum)
    return Format.ExposureLimits(duration: duration, iso: isoRange)
  }

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
  @_disfavoredOverload public func setExposureModeCustom(
    duration: MediaTime, iso: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try expose(for: duration, iso: iso, completionHandler) }

  package func expose(
    for duration: MediaTime, iso: Float, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    guard isExposureModeSupported(.custom) else { throw unsupported("exposure by hand") }
    endExposureMetering()
    state.withLock { $0.exposure.isLocked = false }
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

  /// By how much automatic exposure is to be brighter, in EV; 0 where there is no bias.
  public var exposureTargetBias: Float {
    guard let control = control(.exposureBias) else {
      return state.withLock { $0.exposure.metering == nil ? 0 : $0.exposure.targetBias }
    }
    return current(.exposureBias).map { Float(control.meaning(of: $0) / 1000) } ?? 0
  }

  /// The least and the greatest bias.
  private var biasRange: ClosedRange<Float> {
    guard let control = control(.exposureBias) else { return isMeteringExposure ? -4...4 : 0...0 }
    return Float(control.meanings.lowerBound / 1000)...Float(control.meanings.upperBound / 1000)
  }

  /// The least ``exposureTargetBias``: the camera's own, else −4 while exposure is set by what is metered at
  /// ``exposurePointOfInterest``; 0 where there is none.
  public var minExposureTargetBias: Float { biasRange.lowerBound }

  /// The greatest ``exposureTargetBias``: the camera's own, else 4 while exposure is set by what is metered at
  /// ``exposurePointOfInterest``; 0 where there is none.
  public var maxExposureTargetBias: Float { biasRange.upperBound }

  /// Sets by how much automatic exposure is to be brighter.
  ///
  /// - Parameters:
  ///   - bias: In EV.
  ///   - completionHandler: Called when the driver has taken it, with the time; default nobody.
  /// - Throws: `CaptureError` where the camera has no bias, or not this one.
  @_disfavoredOverload public func setExposureTargetBias(
    _ bias: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try biasExposure(by: bias, completionHandler) }

  package func biasExposure(
    by bias: Float, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    let range = biasRange
    guard range.upperBound > range.lowerBound else { throw unsupported("exposure bias") }
    guard range.contains(bias) else {
      throw CaptureError(
        .outOfRange, subject: localizedName,
        reason: "\(bias) EV is not in \(range.lowerBound) to \(range.upperBound) EV")
    }
    if let control = control(.exposureBias) {
      try apply(control.value(meaning: Double(bias) * 1000), to: .exposureBias)
    } else {
      state.withLock { $0.exposure.targetBias = bias }
    }
    exposureMetering?.aim(at: Double(exposureTargetBias))
    completionHandler?(.hostTime)
  }
}

extension MediaTime {
  /// V4L2 counts exposure in steps of 100 µs.
  fileprivate init(exposure steps: Int64) { self.init(value: steps, timescale: 10_000) }

  fileprivate var exposureSteps: Int64 { convertScale(10_000).value }
}
