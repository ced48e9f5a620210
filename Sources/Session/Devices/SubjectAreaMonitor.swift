import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Watches for changes of what a camera sees, on a queue of its own.
final class SubjectAreaMonitor: Sendable {
  /// Every so many frames are looked at.
  static let interval = 5

  private struct State: Lockable {
    var watch = SubjectAreaWatch()
    var framesToSkip = 0
    var isBusy = false
    /// Changes when it begins anew, so that a look from before counts for nothing.
    var generation = 0
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "capture.subject-area", qos: .utility)
  private let onChange: @Sendable (SubjectAreaMonitor) -> Void

  init(onChange: @escaping @Sendable (SubjectAreaMonitor) -> Void) { self.onChange = onChange }

  /// Compares with the next frame from now on.
  func restart() {
    state.withLock { state in
      state.watch.restart()
      (state.framesToSkip, state.generation) = (0, state.generation + 1)
    }
  }

  /// Looks at a frame, unless it is too early or the last one is still looked at.
  func look(at sample: SampleBuffer) {
    let generation = state.withLock { state -> Int? in
      state.framesToSkip -= 1
      guard state.framesToSkip < 0, !state.isBusy else { return nil }
      (state.framesToSkip, state.isBusy) = (Self.interval - 1, true)
      return state.generation
    }
    guard let generation else { return }
    queue.async { self.measure(sample, generation) }
  }

  /// Waits until what it was given has been looked at.
  func settle() { queue.sync {} }

  private func measure(_ sample: SampleBuffer, _ generation: Int) {
    // A damaged frame says nothing; the next one will.
    let grid = try? SubjectAreaGrid(of: sample)
    let isChange = state.withLock { state in
      state.isBusy = false
      guard let grid, state.generation == generation else { return false }
      return state.watch.look(grid)
    }
    if isChange { onChange(self) }
  }
}
