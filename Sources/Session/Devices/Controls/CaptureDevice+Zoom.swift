import Glibc
public import OpenCaptureFlow
import OpenCaptureMediaSamples
public import OpenCaptureSystem

extension CaptureDevice {
  struct ZoomState {
    /// The factor for cropping frames.
    var factor = 1.0
    var ramp: ZoomRamp?
  }

  private var hasLensZoom: Bool {
    control(.zoomFactor).map { $0.minimum > 0 && $0.quantities.upperBound > 1 } ?? false
  }

  /// The smallest ``zoomFactor``: 1.
  public var minZoomFactor: Double { 1 }

  /// The largest ``zoomFactor``: the limit of the lens, else the factor that leaves 160 pixels of the width.
  public var maxZoomFactor: Double { maxLensZoomFactor ?? activeFormat.maxZoomFactor }

  /// The limit of the camera's own zoom; nil if it has none.
  var maxLensZoomFactor: Double? { hasLensZoom ? control(.zoomFactor)?.quantities.upperBound : nil }

  /// The magnification of the image (`AVCaptureDevice.videoZoomFactor`).
  ///
  /// The lens of the camera zooms if it can. Otherwise the center of each frame is cropped and scaled to the size of
  /// the format. Such frames are NV12 or I420 if the camera's format cannot be scaled. Coordinates refer to the
  /// visible part.
  public var zoomFactor: Double {
    get {
      if hasLensZoom, let control = control(.zoomFactor), let value = current(.zoomFactor) {
        return control.quantity(of: value)
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
    guard factor >= 1, factor <= maxZoomFactor else {
      throw outOfRange("zoom must be between 1 and \(maxZoomFactor.shortDescription), not \(factor)")
    }
  }

  private func applyZoom(_ factor: Double) throws(CaptureError) {
    if hasLensZoom, let control = control(.zoomFactor) {
      let value = control.value(forQuantity: factor)
      if current(.zoomFactor) != value { try apply(value, to: .zoomFactor) }
    } else {
      state.withLock { $0.zoom.factor = factor }
    }
  }

  /// Zooms smoothly: the factor changes with each frame, based on the frame's time.
  ///
  /// - Parameters:
  ///   - factor: The final factor.
  ///   - rate: The number of doublings or halvings per second, above 0.
  /// - Throws: `CaptureError` if the factor is out of range.
  public func rampZoom(to factor: Double, rate: Float) throws(CaptureError) {
    try requireLock()
    try requireZoom(factor)
    guard rate > 0, rate.isFinite else { throw outOfRange("zoom rate must be positive, not \(rate)") }
    let start = zoomFactor
    state.withLock { $0.zoom.ramp = ZoomRamp(from: start, to: factor, rate: Double(rate)) }
    isRampingBroadcast.send(true)
  }

  /// Stops a zoom ramp at its current factor.
  public func cancelVideoZoomRamp() {
    state.withLock { $0.zoom.ramp = nil }
    isRampingBroadcast.send(false)
  }

  /// Whether a zoom ramp is running.
  public var isRampingVideoZoom: Bool { state.withLock { $0.zoom.ramp != nil } }

  /// A stream of ``isRampingVideoZoom``: the current value, then every change.
  public var isRampingVideoZoomUpdates: AsyncStream<Bool> { isRampingBroadcast.stream() }

  /// Returns the crop factor for the frame of the given time, and advances a running ramp.
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

/// A zoom ramp at a constant number of doublings or halvings per second.
struct ZoomRamp: Sendable, Equatable {
  let start: Double
  let goal: Double
  /// The number of doublings per second, above 0.
  let rate: Double
  private(set) var startTime = MediaTime.invalid

  init(from start: Double, to goal: Double, rate: Double) {
    self.start = start
    self.goal = goal
    self.rate = rate
  }

  /// Returns the factor for the frame of the given time; the first call sets the start time.
  mutating func factor(at time: MediaTime) -> Double {
    if !startTime.isNumeric { startTime = time }
    let elapsed = (time - startTime).seconds
    guard elapsed > 0 else { return start }
    let factor = start * exp2(elapsed * rate * (goal > start ? 1 : -1))
    return goal > start ? min(factor, goal) : max(factor, goal)
  }
}

/// A digital zoom that crops the center of frames and scales it to the original size.
struct DigitalZoom: Lockable, Sendable {
  private var pools = PixelBufferPools()

  /// Zooms into a frame, unless the factor is 1 or the frame cannot be scaled.
  mutating func apply(_ factor: Double, to sample: inout SampleBuffer) {
    guard factor > 1, let zoomed = try? zoom(sample, by: factor) else { return }
    sample = sample.replacingImage(zoomed)
  }

  private mutating func zoom(_ sample: SampleBuffer, by factor: Double) throws -> PixelBuffer {
    let source = try sample.image(as: PixelFormat.processingFormat(for: sample.format))
    let size = source.dimensions
    let width = Self.even(Double(size.width) / factor)
    let height = Self.even(Double(size.height) / factor)
    let part = try source.cropped(
      x: (size.width - width) / 4 * 2, y: (size.height - height) / 4 * 2, width: width, height: height)
    return try part.scaled(to: size, filter: .bilinear, into: pools.pool(format: source.format, dimensions: size))
  }

  private static func even(_ length: Double) -> Int { max(2, Int(length / 2) * 2) }
}
