import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureSystem

extension CaptureDevice {
  /// The middle of the picture: where everything is looked at unless somebody says otherwise.
  static let middle = Point(x: 0.5, y: 0.5)

  /// Whether exposure can be set by what is metered at ``exposurePointOfInterest``: where time or gain can be set.
  public var isExposurePointOfInterestSupported: Bool { canSetExposure }

  var canSetExposure: Bool { settableTime != nil || settableGain != nil }

  private var settableTime: CaptureControl? { settable(control(.exposureTime)) }
  private var settableGain: CaptureControl? { settable(sensitivity) }

  private func settable(_ control: CaptureControl?) -> CaptureControl? {
    guard let control, !control.flags.contains(.readOnly), control.maximum > control.minimum else { return nil }
    return control
  }

  /// Where exposure is metered, in device coordinates of the picture that is seen, zoomed or not; default the middle.
  ///
  /// It begins when ``exposureMode`` is set.
  @_disfavoredOverload public var exposurePointOfInterest: Point {
    get { exposurePoint }
    set { exposurePoint = newValue }
  }

  package var exposurePoint: Point {
    get { state.withLock { $0.exposure.point } }
    set {
      attempt { () throws(CaptureError) in
        guard isExposurePointOfInterestSupported else { throw unsupported("exposure at a point") }
        try requireInside(newValue)
        state.withLock { $0.exposure.point = newValue }
      }
    }
  }

  func requireInside(_ point: Point) throws(CaptureError) {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "(\(point.x), \(point.y)) is not in the unit square")
    }
  }

  /// Whether ``exposureTargetOffset`` can be told: where exposure can be metered at a point.
  public var isExposureTargetOffsetSupported: Bool { isExposurePointOfInterestSupported }

  /// By how much exposure is off its target, in EV: above 0 where the picture is too bright.
  ///
  /// The target is 18 % grey, which luma in sRGB has at 118 of 255, made brighter by ``exposureTargetBias``; what is
  /// metered is the light around ``exposurePointOfInterest``. It is that of the frame that was metered last, so it stays
  /// after ``ExposureMode/autoExpose``; 0 where none was. Where it isn't near 0 though ``isAdjustingExposure`` is false, time
  /// and gain are at the end of their range, or their steps are too coarse.
  public var exposureTargetOffset: Float { state.withLock { $0.exposure.targetOffset } }

  /// ``exposureTargetOffset`` now, and whenever a frame is metered.
  public var exposureTargetOffsetUpdates: AsyncStream<Float> { exposureTargetOffsetBroadcast.stream() }

  // MARK: Metering

  /// What meters and sets exposure in the camera's stead; nil where nothing does.
  var exposureMetering: SoftwareAutoexposure? { state.withLock { $0.exposure.metering } }

  /// Whether exposure is set by what this library meters: then the camera's own bias does nothing.
  package var isMeteringExposure: Bool { exposureMetering != nil }

  /// Begins, in place of what meters now.
  ///
  /// - Throws: `CaptureError` where the camera keeps exposure to itself.
  func beginExposureMetering(isContinuous: Bool) throws(CaptureError) {
    try takeOverExposure()
    let bias = control(.exposureBias) == nil ? state.withLock { $0.exposure.targetBias } : exposureTargetBias
    let metering = SoftwareAutoexposure(
      at: exposurePointOfInterest, isContinuous: isContinuous, bias: Double(bias),
      actions: SoftwareAutoexposure.Actions(
        begin: { [weak self] () throws(CaptureError) in try self?.makeExposureRun() },
        set: { [weak self] in self?.setExposure($0) ?? $0 },
        didMeasure: { [weak self] in self?.exposureWasMetered(by: $0) },
        didFail: { [weak self] in self?.exposureWasRefused(to: $0, $1) }))
    let isStreaming = state.withLock { state in
      state.exposure.metering = metering
      return state.streaming != nil
    }
    do throws(CaptureError) {
      // Else the first frame begins it.
      if isStreaming { try metering.begin() }
    } catch {
      lockExposure(after: metering)
      throw error
    }
    tellOfExposure()
  }

  /// Ends it, unless another one took its place.
  func endExposureMetering(_ metering: SoftwareAutoexposure? = nil) {
    let ended = state.withLock { state in
      guard metering == nil || state.exposure.metering === metering else { return nil as SoftwareAutoexposure? }
      return state.exposure.metering.take()
    }
    guard let ended else { return }
    ended.cancel()
    // It ends itself where nobody says which.
    if metering == nil { ended.settle() }
    tellOfExposure()
  }

  /// Takes note that no more frames come: what was to be done once is over, the rest begins anew with the next stream.
  func exposureMeteringDidRest() {
    guard let metering = exposureMetering else { return }
    metering.rest()
    if !metering.isContinuous { lockExposure(after: metering) }
    tellOfExposure()
  }

  /// Takes exposure over for the stream that runs; nil where it isn't known yet what that was granted: its first frame
  /// can come before.
  private func makeExposureRun() throws(CaptureError) -> AutoexposureRun? {
    guard let frame = state.withLock({ $0.streaming?.frameDuration.seconds }) else { return nil }
    let (time, gain) = (settableTime, settableGain)
    try takeOverExposure()
    let before = exposureSetting
    let unit = MediaTime(value: 1, timescale: 10_000).seconds
    let ladder = ExposureLadder(time: time, gain: gain, frame: frame > 0 ? frame / unit : nil)
    // As bright as it is, and no frame longer than it may be.
    let start = ladder.isTooLong(before) ? ladder.setting(nearest: ladder.level(of: before)) : before
    return AutoexposureRun(ladder, current: setExposure(start), delay: controlDelay)
  }

  /// Takes time and gain over from the camera as it had set them.
  private func takeOverExposure() throws(CaptureError) {
    let before = exposureSetting
    if isExposureAutomatic { try setExposureAutomatic(false) }
    if current(.gainAutomatic) == 1 {
      try apply(0, to: .gainAutomatic)
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
    for (control, wish, value) in [
      (settableTime, setting.time, now.time), (settableGain, setting.gain, now.gain),
    ] {
      // What is refused shows in what is read back.
      if let control, let wish, wish != value { _ = try? apply(wish, to: control.name) }
    }
    return exposureSetting
  }

  private func exposureWasMetered(by metering: SoftwareAutoexposure) {
    let isCurrent = state.withLock { state in
      guard state.exposure.metering === metering, let offset = metering.offset else { return false }
      state.exposure.targetOffset = Float(offset)
      return true
    }
    guard isCurrent else { return }
    exposureTargetOffsetBroadcast.send(exposureTargetOffset)
    if !metering.isContinuous, metering.hasSettled { lockExposure(after: metering) }
    tellOfExposure()
  }

  /// Leaves exposure to the camera, which keeps it to itself; what it said can be read as ``configurationError``.
  private func exposureWasRefused(to metering: SoftwareAutoexposure, _ error: CaptureError) {
    state.withLock { state in if state.exposure.metering === metering { state.error = error } }
    lockExposure(after: metering)
    tellOfExposure()
  }

  private func lockExposure(after metering: SoftwareAutoexposure) {
    state.withLock { state in if state.exposure.metering === metering { state.exposure.isLocked = true } }
    endExposureMetering(metering)
  }

  /// Tells whether exposure is adjusted, where that is new.
  private func tellOfExposure() {
    let isAdjusting = isAdjustingExposure
    let isNews = state.withLock { state in
      defer { state.exposure.wasAdjusting = isAdjusting }
      return state.exposure.wasAdjusting != isAdjusting
    }
    if isNews { isAdjustingExposureBroadcast.send(isAdjusting) }
  }
}
