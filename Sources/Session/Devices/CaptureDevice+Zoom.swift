import OpenCaptureSystem
public import OpenCaptureFlow
import OpenCaptureMediaSamples

extension CaptureDevice {
  struct ZoomState {
    /// What frames are cropped by.
    var factor = 1.0
    var ramp: ZoomRamp?
  }

  private var hasLensZoom: Bool { control(.zoom).map { $0.minimum > 0 && $0.maximum > $0.minimum } ?? false }

  /// The least ``videoZoomFactor``: 1.
  @_disfavoredOverload public var minAvailableVideoZoomFactor: Double { 1 }

  /// The greatest ``videoZoomFactor``: what the camera's `zoom_absolute` has, else until 160 pixels are left across.
  @_disfavoredOverload public var maxAvailableVideoZoomFactor: Double { greatestZoom }

  package var greatestZoom: Double { lensZoom ?? activeFormat.greatestZoom }

  /// How far the camera itself zooms; nil where it can't.
  var lensZoom: Double? {
    guard hasLensZoom, let control = control(.zoom) else { return nil }
    return Double(control.maximum) / Double(control.minimum)
  }

  /// How many times larger than without zoom things are seen.
  ///
  /// By the camera's `zoom_absolute` where it has one, whose least value is taken for 1; else the middle of each frame
  /// is cropped and scaled up to the size of the format, and delivered as NV12 or I420 where the camera's pixels can't
  /// be scaled as they are. Coordinates are then those of the part that is seen.
  @_disfavoredOverload public var videoZoomFactor: Double {
    get { zoom }
    set { zoom = newValue }
  }

  package var zoom: Double {
    get {
      if hasLensZoom, let control = control(.zoom), let value = current(.zoom) {
        return Double(value) / Double(control.minimum)
      }
      return state.withLock { $0.zoom.factor }
    }
    set {
      attempt { () throws(CaptureError) in
        try requireZoom(newValue)
        state.withLock { $0.zoom.ramp = nil }
        try applyZoom(newValue)
        isRampingBroadcast.send(false)
      }
    }
  }

  private func requireZoom(_ factor: Double) throws(CaptureError) {
    guard factor >= 1, factor <= greatestZoom else {
      throw CaptureError(
        .outOfRange, subject: localizedName,
        reason: "zoom \(factor) is not in 1 to \(greatestZoom.briefly)")
    }
  }

  private func applyZoom(_ factor: Double) throws(CaptureError) {
    if hasLensZoom, let control = control(.zoom) {
      let value = control.nearest(to: factor * Double(control.minimum))
      if current(.zoom) != value { try apply(value, to: .zoom) }
    } else {
      state.withLock { $0.zoom.factor = factor }
    }
  }

  /// Zooms smoothly while frames come: a little from each to the next, by their times.
  ///
  /// - Parameters:
  ///   - factor: Where it ends.
  ///   - rate: How many times a second the factor doubles or halves, above 0.
  /// - Throws: `CaptureError` where the factor is out of range.
  @_disfavoredOverload public func ramp(
    toVideoZoomFactor factor: Double, withRate rate: Float
  ) throws(CaptureError) { try zoom(to: factor, rate: rate) }

  package func zoom(to factor: Double, rate: Float) throws(CaptureError) {
    try requireLock()
    try requireZoom(factor)
    guard rate > 0, rate.isFinite else {
      throw CaptureError(.outOfRange, subject: localizedName, reason: "zoom rate \(rate) is not above 0")
    }
    let start = zoom
    state.withLock { $0.zoom.ramp = ZoomRamp(from: start, to: factor, rate: Double(rate)) }
    isRampingBroadcast.send(true)
  }

  /// Ends a ramp where it is.
  public func cancelVideoZoomRamp() {
    state.withLock { $0.zoom.ramp = nil }
    isRampingBroadcast.send(false)
  }

  /// Whether a ramp is on its way.
  public var isRampingVideoZoom: Bool { state.withLock { $0.zoom.ramp != nil } }

  /// ``isRampingVideoZoom`` now, and whenever it changes.
  public var isRampingVideoZoomUpdates: AsyncStream<Bool> { isRampingBroadcast.stream() }

  /// The factor that the frame of this time is to be cropped by; a ramp goes on with it.
  func digitalZoomFactor(at time: MediaTime) -> Double {
    let (ramp, factor) = state.withLock { state in
      let ramp = state.zoom.ramp == nil ? nil : state.zoom.ramp?.factor(at: time)
      if let ramp, ramp == state.zoom.ramp?.goal { state.zoom.ramp = nil }
      return (ramp, state.zoom.factor)
    }
    guard let ramp else { return factor }
    if (try? applyZoom(ramp)) == nil {
      cancelVideoZoomRamp()
    } else if !isRampingVideoZoom {
      isRampingBroadcast.send(false)
    }
    return hasLensZoom ? 1 : ramp
  }
}
