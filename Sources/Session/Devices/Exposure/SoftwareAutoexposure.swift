import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Software exposure, which measures frames around a point and sets time and gain, on its own queue.
final class SoftwareAutoexposure: Sendable {
  /// The actions on the camera.
  struct Actions: Sendable {
    /// Takes exposure over from the camera and returns the initial state, or nil if the stream is not known yet.
    let begin: @Sendable () throws(CaptureError) -> AutoexposureController?
    /// Sets exposure and returns the actual setting.
    let set: @Sendable (ExposureSetting) -> ExposureSetting
    /// Called after each measurement.
    let didMeasure: @Sendable (SoftwareAutoexposure) -> Void
    /// Called if the camera rejects the takeover requested by a frame.
    let didFail: @Sendable (SoftwareAutoexposure, CaptureError) -> Void
  }

  private struct State: Lockable {
    /// The controller; nil before the first frame of a stream.
    var run: AutoexposureController?
    var isBusy = false
    var isOver = false
    /// Whether exposure has settled once, even if it is moving again.
    var hasSettled = false
    var bias: Double
    /// The time of the last change of exposure.
    var time = MediaTime.invalid
    /// Whether a frame of another clock has passed since the change; the first may have been exposed before it.
    var hasSkippedFrame = false
    /// A counter that invalidates measurements from before a start or a rest.
    var generation = 0

    /// Returns whether the given generation is current and exposure has not ended.
    func isCurrent(_ generation: Int) -> Bool { !isOver && self.generation == generation }

    /// Records that exposure was set now.
    mutating func didSet() {
      time = .hostTime
      hasSkippedFrame = false
    }

    /// Returns whether a frame was exposed after the last change; of another clock, all but the first frame count.
    mutating func isExposedSince(_ stamp: MediaTime) -> Bool {
      if stamp.isNumeric, (MediaTime.hostTime - stamp).magnitude.seconds < 2 { return stamp >= time }
      defer { hasSkippedFrame = true }
      return hasSkippedFrame
    }
  }

  /// Whether adjusting continues after the target is reached.
  let isContinuous: Bool
  private let meter: ExposureMeter
  private let actions: Actions
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "capture.autoexposure", qos: .userInitiated)

  init(at point: Point, isContinuous: Bool, bias: Double, actions: Actions) {
    meter = ExposureMeter(point: point)
    self.isContinuous = isContinuous
    self.actions = actions
    state = Locked(State(bias: bias))
  }

  /// Whether exposure is moving toward the target.
  var isAdjusting: Bool { state.withLock { $0.run?.isSeeking ?? false } }

  /// Whether exposure has settled once, as close to the target as the camera allows.
  var hasSettled: Bool { state.withLock { $0.hasSettled } }

  /// The deviation of the last measured frame from the target, in EV.
  var offset: Double? { state.withLock { $0.run?.offset } }

  /// Takes exposure over now rather than with the first frame.
  ///
  /// - Throws: The camera's error. The next frame tries again unless the object is cancelled.
  func begin() throws(CaptureError) {
    let generation = state.withLock { $0.generation }
    try queue.sync { Result { () throws(CaptureError) in try takeOver(generation) } }.get()
  }

  /// Ends software exposure; after ``settle()`` returns, no more settings are applied.
  func cancel() {
    state.withLock { state in
      state.isOver = true
      state.run = nil
    }
  }

  /// Pauses until the next stream begins.
  func pause() {
    state.withLock { state in
      state.run = nil
      state.generation += 1
    }
  }

  /// Changes the target brightness.
  func aim(at bias: Double) {
    state.withLock { state in
      state.bias = bias
      state.run?.aim(at: bias)
    }
  }

  /// Measures a frame, unless another frame is being measured.
  func analyze(at sample: SampleBuffer) {
    let generation = state.withLock { state -> Int? in
      guard !state.isOver, !state.isBusy else { return nil }
      if state.run != nil {
        guard state.isExposedSince(sample.presentationTimeStamp) else { return nil }
        guard state.run?.countsFrame() == true else { return nil }
      }
      state.isBusy = true
      return state.generation
    }
    guard let generation else { return }
    queue.async { self.measure(sample, generation) }
  }

  /// Waits until the current measurement is complete.
  func settle() { queue.sync {} }

  // MARK: On the queue

  private func takeOver(_ generation: Int) throws(CaptureError) {
    guard state.withLock({ $0.isCurrent(generation) && $0.run == nil }) else { return }
    guard let run = try actions.begin() else { return }
    state.withLock { state in
      // The stream may have ended during the takeover.
      guard state.isCurrent(generation) else { return }
      state.run = run
      state.run?.aim(at: state.bias)
      state.generation += 1
      state.didSet()
    }
  }

  private func measure(_ sample: SampleBuffer, _ generation: Int) {
    defer { state.withLock { $0.isBusy = false } }
    guard state.withLock({ $0.run != nil }) else {
      do throws(CaptureError) { try takeOver(generation) } catch { actions.didFail(self, error) }
      return
    }
    // A damaged frame has no reading; the next frame is measured instead.
    guard let reading = try? meter.reading(of: sample) else { return }
    let step = state.withLock { state -> AutoexposureController.Step? in
      guard state.isCurrent(generation) else { return nil }
      let step = state.run?.measured(reading)
      if step == .settled { state.hasSettled = true }
      return step
    }
    guard let step else { return }
    if case .set(let setting) = step {
      let actual = actions.set(setting)
      state.withLock { state in
        state.run?.didApply(actual)
        state.didSet()
      }
    }
    actions.didMeasure(self)
  }
}
