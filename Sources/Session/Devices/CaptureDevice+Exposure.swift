import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The exposure mode (`AVCaptureDevice.ExposureMode`).
  public enum ExposureMode: Sendable, Hashable, CaseIterable {
    /// Exposure does not change.
    case locked
    /// Exposure is adjusted once, then ``locked``.
    case autoExpose
    /// Exposure is adjusted continuously.
    case continuousAutoExposure
    /// Exposure has the values set by ``setExposureModeCustom(duration:iso:completionHandler:)``.
    case custom
  }

  struct ExposureState {
    var point = CaptureDevice.imageCenter
    /// The software exposure; nil if inactive.
    var metering: SoftwareAutoexposure?
    /// Whether exposure was locked rather than set manually.
    var isLocked = false
    /// Whether automatic gain must be restored together with automatic exposure.
    var returnsGain = false
    /// The last reported value of ``SoftwareAutoexposure/isAdjusting``.
    var wasAdjusting = false
    var targetOffset: Float = 0
    /// The bias for cameras without a bias control, in EV.
    var targetBias: Float = 0
  }

  /// The values of V4L2's `auto_exposure`.
  private enum ExposureMenu {
    static let automatic: Int64 = 0
    static let manual: Int64 = 1
    static let aperturePriority: Int64 = 3
  }

  /// Returns whether an exposure mode is supported.
  ///
  /// Automatic exposure at a point works in software if exposure time or gain can be set.
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

  /// Whether the camera itself controls exposure.
  var isExposureAutomatic: Bool {
    current(.exposureAutomatic).map { $0 != ExposureMenu.manual } ?? false
  }

  /// The exposure mode.
  ///
  /// This library implements ``ExposureMode/autoExpose``, and ``ExposureMode/continuousAutoExposure`` at any
  /// ``exposurePointOfInterest`` other than the center. It meters around the point and sets the exposure time,
  /// never longer than a frame. If that is not enough, it sets the gain. At the center, a camera with continuous
  /// metering is used instead.
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
      // After a failure, exposure stays at its last values.
      state.withLock { $0.exposure.isLocked = true }
      throw error
    }
  }

  private func beginExposureMode(_ mode: ExposureMode) throws(CaptureError) {
    switch mode {
    case .locked, .custom: try setExposureAutomatic(false)
    case .continuousAutoExposure where automaticExposure != nil && exposurePointOfInterest == Self.imageCenter:
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

  /// Whether exposure is being adjusted while a session streams, by this library or by the camera itself.
  ///
  /// Adjustments of the camera count until half a second after the last reported change. Many drivers report no
  /// changes.
  public var isAdjustingExposure: Bool { isAdjusting(.exposure) }

  /// A stream of ``isAdjustingExposure``: the current value, then every change.
  public var isAdjustingExposureUpdates: AsyncStream<Bool> { isAdjustingExposureBroadcast.stream() }

  /// The exposure time of each frame; `MediaTime.invalid` if the camera does not report it.
  public var exposureDuration: MediaTime { current(.exposureTime).map(MediaTime.init(exposure:)) ?? .invalid }

  /// The shortest exposure time; `MediaTime.invalid` if it cannot be set.
  public var minExposureDuration: MediaTime {
    control(.exposureTime).map { MediaTime(exposure: $0.minimum) } ?? .invalid
  }

  /// The longest exposure time; `MediaTime.invalid` if it cannot be set.
  public var maxExposureDuration: MediaTime {
    control(.exposureTime).map { MediaTime(exposure: $0.maximum) } ?? .invalid
  }

  /// The sensitivity control, in the driver's units: ISO if the driver has it, else gain.
  var sensitivity: CaptureControl? { control(.iso) ?? control(.analogueGain) ?? control(.gain) }

  /// Returns the number of driver units per ISO unit.
  ///
  /// V4L2 counts ISO in thousandths.
  private func isoUnit(_ control: CaptureControl) -> Double { control.name == .iso ? 1000 : 1 }

  /// The sensitivity: the driver's `iso_sensitivity`, else its gain in the driver's units; 0 if it has neither.
  public var iso: Float {
    guard let control = sensitivity, let value = current(control.name) else { return 0 }
    return Float(control.meaning(of: value) / isoUnit(control))
  }

  /// The lowest ``iso``.
  public var minISO: Float { isoRange.lowerBound }

  /// The highest ``iso``.
  public var maxISO: Float { isoRange.upperBound }

  /// The range from ``minISO`` to ``maxISO``.
  var isoRange: ClosedRange<Float> {
    guard let control = sensitivity else { return 0...0 }
    let meanings = control.meanings
    let unit = isoUnit(control)
    return Float(meanings.lowerBound / unit)...Float(meanings.upperBound / unit)
  }

  /// The limits of manual exposure; nil if exposure time cannot be set.
  var exposureLimits: Format.ExposureLimits? {
    // Read once, because the control disappears when the device disconnects.
    guard let control = control(.exposureTime), control.minimum <= control.maximum else { return nil }
    let duration = MediaTime(exposure: control.minimum)...MediaTime(exposure: control.maximum)
    return Format.ExposureLimits(duration: duration, iso: isoRange)
  }

  /// A value that keeps the current exposure time.
  public static let currentExposureDuration = MediaTime.indefinite

  /// A value that keeps the current ``iso``.
  public static let currentISO = Float.infinity

  /// Sets exposure manually.
  ///
  /// - Parameters:
  ///   - duration: The exposure time from ``minExposureDuration`` to ``maxExposureDuration``, in steps of 100 µs,
  ///     or ``currentExposureDuration``.
  ///   - iso: The sensitivity from ``minISO`` to ``maxISO``, or ``currentISO``.
  ///   - completionHandler: Called with the time when the driver has applied both. Does nothing by default.
  /// - Throws: `CaptureError` if the camera does not support manual exposure, or a value is out of range.
  @_disfavoredOverload public func setExposureModeCustom(
    duration: MediaTime, iso: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try expose(for: duration, iso: iso, completionHandler) }

  package func expose(
    for duration: MediaTime, iso: Float, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    guard isExposureModeSupported(.custom) else { throw unsupported("manual exposure") }
    endExposureMetering()
    state.withLock { $0.exposure.isLocked = false }
    if control(.exposureAutomatic) != nil { try apply(ExposureMenu.manual, to: .exposureAutomatic) }
    if duration.isNumeric { try apply(duration.exposureSteps, to: .exposureTime) }
    if iso.isFinite { try setSensitivity(iso) }
    completionHandler?(.hostTime)
  }

  private func setSensitivity(_ iso: Float) throws(CaptureError) {
    guard let control = sensitivity else { throw unsupported("sensitivity") }
    let value = Double(iso) * isoUnit(control)
    guard control.meanings.contains(value) else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "ISO must be between \(minISO) and \(maxISO), not \(iso)")
    }
    try apply(control.value(meaning: value), to: control.name)
  }

  /// The brightness offset of automatic exposure, in EV; 0 if the camera has no bias.
  public var exposureTargetBias: Float {
    guard let control = control(.exposureBias) else {
      return state.withLock { $0.exposure.metering == nil ? 0 : $0.exposure.targetBias }
    }
    return current(.exposureBias).map { Float(control.meaning(of: $0) / 1000) } ?? 0
  }

  /// The range of the bias, in EV.
  private var biasRange: ClosedRange<Float> {
    guard let control = control(.exposureBias) else { return isMeteringExposure ? -4...4 : 0...0 }
    return Float(control.meanings.lowerBound / 1000)...Float(control.meanings.upperBound / 1000)
  }

  /// The lowest ``exposureTargetBias``, in EV.
  ///
  /// It is the camera's limit, else −4 while this library controls exposure, else 0.
  public var minExposureTargetBias: Float { biasRange.lowerBound }

  /// The highest ``exposureTargetBias``, in EV.
  ///
  /// It is the camera's limit, else 4 while this library controls exposure, else 0.
  public var maxExposureTargetBias: Float { biasRange.upperBound }

  /// Sets the brightness offset of automatic exposure.
  ///
  /// - Parameters:
  ///   - bias: The offset in EV.
  ///   - completionHandler: Called with the time when the driver has applied it. Does nothing by default.
  /// - Throws: `CaptureError` if the camera has no bias, or the value is out of range.
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
        reason: "exposure bias must be between \(range.lowerBound) and \(range.upperBound) EV, not \(bias)")
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
  /// Creates an exposure time from V4L2's units of 100 µs.
  fileprivate init(exposure steps: Int64) { self.init(value: steps, timescale: 10_000) }

  fileprivate var exposureSteps: Int64 { convertScale(10_000).value }
}
