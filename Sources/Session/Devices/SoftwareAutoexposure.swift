import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Sets exposure by how bright the frames are around a point, on a queue of its own.
final class SoftwareAutoexposure: Sendable {
  /// What it does to its camera.
  struct Actions: Sendable {
    /// Takes exposure over from the camera, and says where it begins; nil where it isn't known yet what streams.
    ///
    /// Throws what the camera says where it refuses.
    let begin: @Sendable () throws(CaptureError) -> AutoexposureRun?
    /// Sets exposure, and gives back what it is then.
    let set: @Sendable (ExposureSetting) -> ExposureSetting
    /// Takes note of how far exposure is off, and of whether it is settled.
    let didMeasure: @Sendable (SoftwareAutoexposure) -> Void
    /// Takes note that the camera refused to a frame what nobody waits for.
    let didFail: @Sendable (SoftwareAutoexposure, CaptureError) -> Void
  }

  private struct State: Lockable {
    /// Nil until a stream's first frame.
    var run: AutoexposureRun?
    var isBusy = false
    var isOver = false
    /// Whether it has settled once; later it may be on its way again.
    var hasSettled = false
    var bias: Double
    /// When exposure was set last.
    var time = MediaTime.invalid
    /// Whether a frame came since that may have been on its way already, because nobody knows when it was exposed.
    var isSure = false
    /// Changes with each run and each rest, so that what was begun or measured before counts for nothing.
    var generation = 0

    /// Whether nothing has ended or begun since.
    func isCurrent(_ generation: Int) -> Bool { !isOver && self.generation == generation }

    /// Takes note that exposure was set right now.
    mutating func didSet() { (time, isSure) = (.hostTime, false) }

    /// Whether a frame of this time was exposed since exposure was set; one of another clock than the system's is, where
    /// it isn't the first.
    mutating func isExposedSince(_ stamp: MediaTime) -> Bool {
      if stamp.isNumeric, (MediaTime.hostTime - stamp).magnitude.seconds < 2 { return stamp >= time }
      defer { isSure = true }
      return isSure
    }
  }

  /// Whether it goes on once the picture is as bright as it shall be.
  let isContinuous: Bool
  private let meter: ExposureMeter
  private let actions: Actions
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "capture.autoexposure", qos: .userInitiated)

  init(at point: Point, isContinuous: Bool, bias: Double, actions: Actions) {
    (meter, self.isContinuous, self.actions) = (ExposureMeter(point: point), isContinuous, actions)
    state = Locked(State(bias: bias))
  }

  /// Whether it is on the way to the target.
  var isAdjusting: Bool { state.withLock { $0.run?.isSeeking ?? false } }

  /// Whether it has got there once, as near as the camera can.
  var hasSettled: Bool { state.withLock { $0.hasSettled } }

  /// By how much the last frame that was measured is off the target, in EV.
  var offset: Double? { state.withLock { $0.run?.offset } }

  /// Takes exposure over; without this, the first frame does.
  ///
  /// - Throws: What the camera says where it refuses; a frame tries again unless it is cancelled.
  func begin() throws(CaptureError) {
    let generation = state.withLock { $0.generation }
    try queue.sync { Result { () throws(CaptureError) in try takeOver(generation) } }.get()
  }

  /// Ends it; once ``settle()`` returned as well, it sets nothing any more.
  func cancel() { state.withLock { ($0.isOver, $0.run) = (true, nil) } }

  /// Takes note that no frames come for now: another stream begins anew.
  func rest() { state.withLock { ($0.run, $0.generation) = (nil, $0.generation + 1) } }

  /// Aims at another brightness.
  func aim(at bias: Double) {
    state.withLock { state in
      state.bias = bias
      state.run?.aim(at: bias)
    }
  }

  /// Looks at a frame, unless the last one is still looked at.
  func look(at sample: SampleBuffer) {
    let generation = state.withLock { state -> Int? in
      guard !state.isOver, !state.isBusy else { return nil }
      if state.run != nil {
        guard state.isExposedSince(sample.presentationTimeStamp) else { return nil }
        guard state.run?.wantsFrame() == true else { return nil }
      }
      state.isBusy = true
      return state.generation
    }
    guard let generation else { return }
    queue.async { self.measure(sample, generation) }
  }

  /// Waits until what it was given has been looked at.
  func settle() { queue.sync {} }

  // MARK: On the queue

  private func takeOver(_ generation: Int) throws(CaptureError) {
    guard state.withLock({ $0.isCurrent(generation) && $0.run == nil }) else { return }
    guard let run = try actions.begin() else { return }
    state.withLock { state in
      // The stream can have ended meanwhile.
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
    // A damaged frame says nothing; the next one will.
    guard let reading = try? meter.reading(of: sample) else { return }
    let step = state.withLock { state -> AutoexposureRun.Step? in
      guard state.isCurrent(generation) else { return nil }
      let step = state.run?.measured(reading)
      if step == .settled { state.hasSettled = true }
      return step
    }
    guard let step else { return }
    if case .set(let setting) = step {
      let granted = actions.set(setting)
      state.withLock { state in
        state.run?.taken(granted)
        state.didSet()
      }
    }
    actions.didMeasure(self)
  }
}
