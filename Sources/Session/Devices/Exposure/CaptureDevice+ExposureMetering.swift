import Dispatch
import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureSystem

extension CaptureDevice {
  /// The center of the image, the default point of interest.
  static let imageCenter = Point(x: 0.5, y: 0.5)

  /// Whether this library can meter at ``exposurePoint``: true if exposure time or gain can be set.
  public var isExposurePointOfInterestSupported: Bool { canSetExposure }

  var canSetExposure: Bool { settableTime != nil || settableGain != nil }

  private var settableTime: CaptureControl? { settable(control(.exposureDuration)) }
  private var settableGain: CaptureControl? { settable(sensitivity) }

  private func settable(_ control: CaptureControl?) -> CaptureControl? {
    guard let control, !control.flags.contains(.readOnly), control.maximum > control.minimum else { return nil }
    return control
  }

  /// The metering point for exposure (`AVCaptureDevice.exposurePointOfInterest`); the default is the center.
  ///
  /// It is in device coordinates of the visible image, including zoom. It takes effect when ``exposureMode`` is set.
  public var exposurePoint: Point {
    get { state.withLock { $0.exposure.point } }
    set {
      attempt { () throws(CaptureError) in
        guard isExposurePointOfInterestSupported else { throw unsupported("exposure at a point") }
        try requireUnitPoint(newValue)
        state.withLock { $0.exposure.point = newValue }
      }
    }
  }

  func requireUnitPoint(_ point: Point) throws(CaptureError) {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else {
      throw outOfRange("(\(point.x), \(point.y)) is outside the unit square")
    }
  }

  /// Whether ``exposureTargetOffset`` is available: true for cameras.
  public var isExposureTargetOffsetSupported: Bool { hasMediaType(.video) }

  /// The deviation of exposure from its target, in EV; positive if the image is too bright.
  ///
  /// The target is 18 % gray, or 118 of 255 in sRGB luma, plus ``exposureTargetBias``. The light around
  /// ``exposurePoint`` is metered, in every ``exposureMode``. Frames are metered after a change of exposure by the
  /// program, and while the value is read or observed. The value belongs to the last metered frame. It is 0 before
  /// the first one. If it is not near 0 although ``isAdjustingExposure`` is false, time and gain are at their limits,
  /// their steps are too coarse, or the exposure is manual.
  public var exposureTargetOffset: Float {
    meterNextFrames()
    return state.withLock { $0.exposure.targetOffset }
  }

  /// A stream of ``exposureTargetOffset``: the current value, then one for each metered frame.
  ///
  /// Frames are metered as long as the stream exists.
  public var exposureTargetOffsetUpdates: AsyncStream<Float> {
    meterNextFrames()
    return exposureTargetOffsetBroadcast.stream()
  }

  // MARK: Metering without a change of exposure

  /// The number of frames that are metered after a reading or a change of exposure.
  ///
  /// It exceeds the frames that still show the previous exposure. Readers that poll a few times per second keep
  /// metering on.
  private static let meteredFrameCount = 30

  private static let meteringQueue = DispatchQueue(label: "capture.exposure-meter", qos: .utility)

  /// Meters the next frames for ``exposureTargetOffset``; software exposure meters its own.
  func meterNextFrames() {
    guard isExposureTargetOffsetSupported else { return }
    state.withLock { $0.exposure.framesToMeter = Self.meteredFrameCount }
  }

  /// Meters a frame, unless an earlier one is still being metered.
  func meterTargetOffset(of sample: SampleBuffer) {
    let point = state.withLock { state -> Point? in
      guard state.exposure.framesToMeter > 0, !state.exposure.isMeteringFrame else { return nil }
      state.exposure.framesToMeter -= 1
      state.exposure.isMeteringFrame = true
      return state.exposure.point
    }
    guard let point else { return }
    Self.meteringQueue.async { [self] in
      let reading = try? ExposureMeter(point: point).reading(of: sample)
      let bias = exposureTargetBias
      let offset = state.withLock { state -> Float? in
        state.exposure.isMeteringFrame = false
        // A damaged frame has no reading. Software exposure that has begun meanwhile reports its own.
        guard let reading, state.exposure.metering == nil else { return nil }
        state.exposure.targetOffset = Float(reading.offset) - bias
        return state.exposure.targetOffset
      }
      if exposureTargetOffsetBroadcast.hasListeners { meterNextFrames() }
      if let offset { exposureTargetOffsetBroadcast.send(offset) }
    }
  }

  /// Waits until the current frame is metered.
  func settleMetering() { Self.meteringQueue.sync {} }

  // MARK: Metering

  /// The software exposure; nil if inactive.
  var exposureMetering: SoftwareAutoexposure? { state.withLock { $0.exposure.metering } }

  /// Whether software exposure is active, so that the camera's own bias has no effect.
  package var isMeteringExposure: Bool { exposureMetering != nil }

  /// Starts software exposure, in place of a running one.
  ///
  /// - Throws: `CaptureError` if the camera does not hand over exposure.
  func beginExposureMetering(isContinuous: Bool) throws(CaptureError) {
    try takeOverExposure()
    let bias = control(.exposureBias) == nil ? state.withLock { $0.exposure.targetBias } : exposureTargetBias
    let metering = SoftwareAutoexposure(
      at: exposurePoint, isContinuous: isContinuous, bias: Double(bias),
      actions: SoftwareAutoexposure.Actions(
        begin: { [weak self] () throws(CaptureError) in try self?.makeExposureRun() },
        set: { [weak self] in self?.setExposure($0) ?? $0 },
        didMeasure: { [weak self] in self?.exposureWasMetered(by: $0) },
        didFail: { [weak self] in self?.exposureMeteringDidFail($0, $1) }))
    let isStreaming = state.withLock { state in
      state.exposure.metering = metering
      return state.streaming != nil
    }
    do throws(CaptureError) {
      // Otherwise the first frame begins it.
      if isStreaming { try metering.begin() }
    } catch {
      lockExposure(after: metering)
      throw error
    }
    reportAdjustingExposure()
  }

  /// Ends software exposure, unless another one has replaced the given one.
  func endExposureMetering(_ metering: SoftwareAutoexposure? = nil) {
    let ended = state.withLock { state in
      guard metering == nil || state.exposure.metering === metering else { return nil as SoftwareAutoexposure? }
      return state.exposure.metering.take()
    }
    guard let ended else { return }
    ended.cancel()
    // A given metering object ends itself, so waiting for it would deadlock.
    if metering == nil { ended.settle() }
    reportAdjustingExposure()
  }

  /// Handles the end of the stream: a single adjustment is over, and a continuous one restarts with the next
  /// stream.
  func exposureMeteringDidPause() {
    guard let metering = exposureMetering else { return }
    metering.pause()
    if !metering.isContinuous { lockExposure(after: metering) }
    reportAdjustingExposure()
  }

  /// Takes exposure over for the running stream; nil for a first frame that arrives before the configuration.
  private func makeExposureRun() throws(CaptureError) -> AutoexposureController? {
    guard let frame = state.withLock({ $0.streaming?.frameDuration.seconds }) else { return nil }
    let time = settableTime
    let gain = settableGain
    try takeOverExposure()
    let before = exposureSetting
    let steps = time.map { frame * Double($0.scale) }
    let ladder = ExposureScale(time: time, gain: gain, frame: frame > 0 ? steps : nil)
    // Keep the brightness, but expose no longer than a frame.
    let start = ladder.isTooLong(before) ? ladder.setting(nearest: ladder.level(of: before)) : before
    return AutoexposureController(ladder, current: setExposure(start), delay: controlDelay)
  }

  /// Takes time and gain over from the camera without changing them.
  private func takeOverExposure() throws(CaptureError) {
    let before = exposureSetting
    if isExposureAutomatic { try setExposureAutomatic(false) }
    if current(.automaticGain) == 1 {
      try apply(0, to: .automaticGain)
      state.withLock { $0.exposure.returnsGain = true }
    }
    setExposure(before)
  }

  private var exposureSetting: ExposureSetting {
    ExposureSetting(
      time: settableTime.flatMap { current($0.name) }, gain: settableGain.flatMap { current($0.name) })
  }

  @discardableResult
  private func setExposure(_ setting: ExposureSetting) -> ExposureSetting {
    let now = exposureSetting
    for (control, requested, actual) in [
      (settableTime, setting.time, now.time), (settableGain, setting.gain, now.gain),
    ] {
      // A rejected value shows in the setting that is read back.
      if let control, let requested, requested != actual { _ = try? apply(requested, to: control.name) }
    }
    return exposureSetting
  }

  private func exposureWasMetered(by metering: SoftwareAutoexposure) {
    let offset = state.withLock { state -> Float? in
      guard state.exposure.metering === metering, let offset = metering.offset else { return nil }
      state.exposure.targetOffset = Float(offset)
      return state.exposure.targetOffset
    }
    guard let offset else { return }
    exposureTargetOffsetBroadcast.send(offset)
    if !metering.isContinuous, metering.hasSettled { lockExposure(after: metering) }
    reportAdjustingExposure()
  }

  /// Leaves exposure to the camera, which did not hand it over, and stores the error.
  private func exposureMeteringDidFail(_ metering: SoftwareAutoexposure, _ error: CaptureError) {
    state.withLock { state in if state.exposure.metering === metering { state.error = error } }
    lockExposure(after: metering)
    reportAdjustingExposure()
  }

  private func lockExposure(after metering: SoftwareAutoexposure) {
    state.withLock { state in if state.exposure.metering === metering { state.exposure.isLocked = true } }
    endExposureMetering(metering)
  }

  /// Reports ``isAdjustingExposure`` if it has changed.
  private func reportAdjustingExposure() {
    let isAdjusting = isAdjustingExposure
    let shouldReport = state.withLock { state in
      defer { state.exposure.wasAdjusting = isAdjusting }
      return state.exposure.wasAdjusting != isAdjusting
    }
    if shouldReport { isAdjustingExposureBroadcast.send(isAdjusting) }
  }
}
