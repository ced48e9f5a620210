public import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The exposure mode (`AVCaptureDevice.ExposureMode`).
  public enum ExposureMode: Int, Sendable, Hashable, CaseIterable {
    /// Exposure does not change.
    case locked
    /// Exposure is adjusted once, then ``locked``.
    case autoExpose
    /// Exposure is adjusted continuously.
    case continuousAutoExposure
    /// Exposure has the values set by ``expose(for:iso:completionHandler:)``.
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
    /// The number of further frames to meter while software exposure is inactive.
    var framesToMeter = 0
    /// Whether one of these frames is being metered.
    var isMeteringFrame = false
    /// The flash mode of stills.
    var flashMode = FlashMode.off
    /// The bias for cameras without a bias control, in EV.
    var targetBias: Float = 0
  }

  /// Returns whether an exposure mode is supported.
  ///
  /// Automatic exposure at a point works in software if exposure time or gain can be set.
  public func isExposureModeSupported(_ mode: ExposureMode) -> Bool {
    switch mode {
    case .autoExpose: canSetExposure
    case .continuousAutoExposure: automaticExposure != nil || canSetExposure
    case .locked: control(.exposureDuration) != nil || canSetExposure
    case .custom: control(.exposureDuration) != nil
    }
  }

  private var automaticExposure: Int64? { control(.exposureMode)?.value(for: .automatic) }
  private var manualExposure: Int64? { control(.exposureMode)?.modes[.manual] }

  /// Whether the camera itself controls exposure.
  var isExposureAutomatic: Bool { current(.exposureMode).map { $0 != manualExposure } ?? false }

  /// The exposure mode.
  ///
  /// This library implements ``ExposureMode/autoExpose``, and ``ExposureMode/continuousAutoExposure`` at any
  /// ``exposurePoint`` other than the center. It meters around the point and sets the exposure time,
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
      meterNextFrames()
    } catch {
      // After a failure, exposure stays at its last values.
      state.withLock { $0.exposure.isLocked = true }
      throw error
    }
  }

  private func beginExposureMode(_ mode: ExposureMode) throws(CaptureError) {
    switch mode {
    case .locked, .custom: try setExposureAutomatic(false)
    case .continuousAutoExposure where automaticExposure != nil && exposurePoint == Self.imageCenter:
      try setExposureAutomatic(true)
    case .autoExpose, .continuousAutoExposure:
      try beginExposureMetering(isContinuous: mode == .continuousAutoExposure)
    }
  }

  func setExposureAutomatic(_ isOn: Bool) throws(CaptureError) {
    guard let value = isOn ? automaticExposure : manualExposure else { return }
    try apply(value, to: .exposureMode)
    if isOn, state.withLock({ $0.exposure.returnsGain }) {
      try apply(1, to: .automaticGain)
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
  public var exposureDuration: MediaTime {
    guard let control = control(.exposureDuration), let value = current(.exposureDuration) else { return .invalid }
    return control.duration(of: value)
  }

  /// The shortest exposure time; `MediaTime.invalid` if it cannot be set.
  public var minExposureDuration: MediaTime {
    control(.exposureDuration).map { $0.duration(of: $0.minimum) } ?? .invalid
  }

  /// The longest exposure time; `MediaTime.invalid` if it cannot be set.
  public var maxExposureDuration: MediaTime {
    control(.exposureDuration).map { $0.duration(of: $0.maximum) } ?? .invalid
  }

  /// The sensitivity control: ISO if the driver has it, else gain.
  var sensitivity: CaptureControl? { control(.iso) ?? control(.analogGain) ?? control(.gain) }

  /// The sensitivity: the ISO of the camera, else its gain in the driver's units; 0 if it has neither.
  public var iso: Float {
    guard let control = sensitivity, let value = current(control.name) else { return 0 }
    return Float(control.quantity(of: value))
  }

  /// The lowest ``iso``.
  public var minISO: Float { isoRange.lowerBound }

  /// The highest ``iso``.
  public var maxISO: Float { isoRange.upperBound }

  /// The range from ``minISO`` to ``maxISO``.
  var isoRange: ClosedRange<Float> {
    guard let range = sensitivity?.quantities else { return 0...0 }
    return Float(range.lowerBound)...Float(range.upperBound)
  }

  /// The limits of manual exposure; nil if exposure time cannot be set.
  var exposureLimits: Format.ExposureLimits? {
    // Read once, because the control disappears when the device disconnects.
    guard let control = control(.exposureDuration), control.minimum <= control.maximum else { return nil }
    let duration = control.duration(of: control.minimum)...control.duration(of: control.maximum)
    return Format.ExposureLimits(duration: duration, iso: isoRange)
  }

  /// A value that keeps the current exposure time.
  public static let currentExposureDuration = MediaTime.indefinite

  /// A value that keeps the current ``iso``.
  public static let currentISO = Float.infinity

  /// Sets exposure manually (`AVCaptureDevice.setExposureModeCustom(duration:iso:)`).
  ///
  /// - Parameters:
  ///   - duration: The exposure time from ``minExposureDuration`` to ``maxExposureDuration``, rounded to a step of the
  ///     driver, or ``currentExposureDuration``.
  ///   - iso: The sensitivity from ``minISO`` to ``maxISO``, or ``currentISO``.
  ///   - completionHandler: Called with the time when the driver has applied both. Does nothing by default.
  /// - Throws: `CaptureError` if the camera does not support manual exposure, or a value is out of range.
  public func expose(
    for duration: MediaTime, iso: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard isExposureModeSupported(.custom) else { throw unsupported("manual exposure") }
    endExposureMetering()
    state.withLock { $0.exposure.isLocked = false }
    try setExposureAutomatic(false)
    if duration.isNumeric, let control = control(.exposureDuration) {
      try apply(control.value(of: duration), to: .exposureDuration)
    }
    if iso.isFinite { try setSensitivity(iso) }
    meterNextFrames()
    completionHandler?(.hostTime)
  }

  private func setSensitivity(_ iso: Float) throws(CaptureError) {
    guard let control = sensitivity else { throw unsupported("sensitivity") }
    guard control.quantities.contains(Double(iso)) else {
      throw outOfRange("ISO must be between \(minISO) and \(maxISO), not \(iso)")
    }
    try apply(control.value(forQuantity: Double(iso)), to: control.name)
  }

  /// The brightness offset of automatic exposure, in EV; 0 if the camera has no bias.
  public var exposureTargetBias: Float {
    guard let control = control(.exposureBias) else {
      return state.withLock { $0.exposure.metering == nil ? 0 : $0.exposure.targetBias }
    }
    return current(.exposureBias).map { Float(control.quantity(of: $0)) } ?? 0
  }

  /// The range of the bias, in EV.
  private var biasRange: ClosedRange<Float> {
    guard let range = control(.exposureBias)?.quantities else { return isMeteringExposure ? -4...4 : 0...0 }
    return Float(range.lowerBound)...Float(range.upperBound)
  }

  /// The lowest ``exposureTargetBias``, in EV.
  ///
  /// It is the camera's limit, else −4 while this library controls exposure, else 0.
  public var minExposureTargetBias: Float { biasRange.lowerBound }

  /// The highest ``exposureTargetBias``, in EV.
  ///
  /// It is the camera's limit, else 4 while this library controls exposure, else 0.
  public var maxExposureTargetBias: Float { biasRange.upperBound }

  /// Sets ``exposureTargetBias``, the brightness offset of automatic exposure.
  ///
  /// - Parameters:
  ///   - bias: The offset in EV.
  ///   - completionHandler: Called with the time when the driver has applied it. Does nothing by default.
  /// - Throws: `CaptureError` if the camera has no bias, or the value is out of range.
  public func setExposureBias(
    _ bias: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    let range = biasRange
    guard range.upperBound > range.lowerBound else { throw unsupported("exposure bias") }
    guard range.contains(bias) else {
      throw outOfRange("exposure bias must be between \(range.lowerBound) and \(range.upperBound) EV, not \(bias)")
    }
    if let control = control(.exposureBias) {
      try apply(control.value(forQuantity: Double(bias)), to: .exposureBias)
    } else {
      state.withLock { $0.exposure.targetBias = bias }
    }
    exposureMetering?.aim(at: Double(exposureTargetBias))
    meterNextFrames()
    completionHandler?(.hostTime)
  }
}

extension CaptureControl {
  fileprivate func duration(of value: Int64) -> MediaTime {
    MediaTime(value: value, timescale: Int32(clamping: scale))
  }

  fileprivate func value(of duration: MediaTime) -> Int64 { duration.convertScale(Int32(clamping: scale)).value }
}
