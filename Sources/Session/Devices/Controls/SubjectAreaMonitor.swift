import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A monitor of scene changes of a camera, on its own queue.
final class SubjectAreaMonitor: Sendable {
  /// The interval between analyzed frames.
  static let interval = 5

  private struct State: Lockable {
    var watch = SubjectAreaDetector()
    var framesToSkip = 0
    var isBusy = false
    /// A counter that invalidates measurements from before a restart.
    var generation = 0
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "capture.subject-area", qos: .utility)
  private let onChange: @Sendable (SubjectAreaMonitor) -> Void

  init(onChange: @escaping @Sendable (SubjectAreaMonitor) -> Void) { self.onChange = onChange }

  /// Uses the next frame as the new reference.
  func restart() {
    state.withLock { state in
      state.watch.restart()
      state.framesToSkip = 0
      state.generation += 1
    }
  }

  /// Analyzes a frame, unless it is too early or another frame is being analyzed.
  func analyze(at sample: SampleBuffer) {
    let generation = state.withLock { state -> Int? in
      state.framesToSkip -= 1
      guard state.framesToSkip < 0, !state.isBusy else { return nil }
      state.framesToSkip = Self.interval - 1
      state.isBusy = true
      return state.generation
    }
    guard let generation else { return }
    queue.async { self.measure(sample, generation) }
  }

  /// Waits until the current analysis is complete.
  func settle() { queue.sync {} }

  private func measure(_ sample: SampleBuffer, _ generation: Int) {
    // A damaged frame has no grid; the next frame is analyzed instead.
    let grid = try? SubjectAreaGrid(of: sample)
    let isChange = state.withLock { state in
      state.isBusy = false
      guard let grid, state.generation == generation else { return false }
      return state.watch.analyze(grid)
    }
    if isChange { onChange(self) }
  }
}

/// A detector of scene changes in a sequence of luma grids, without threads or locks.
///
/// The reference is the scene when focus or exposure settled, so that slow changes add up. A change must last for
/// several grids. After a report, the detector waits until the image is still, so that a pan counts once.
struct SubjectAreaDetector: Sendable {
  /// The fraction of changed cells that counts as another scene; a face moving in a corner changes fewer.
  static let changedShare = 0.4
  /// The fraction of changed cells below which a suspected change is discarded.
  static let unchangedShare = 0.25
  /// The number of grids for which a change must last.
  static let requiredGridCount = 3
  /// The largest fraction of cells that change between grids of a still image.
  static let stillShare = 0.1

  private enum Phase: Sendable {
    case beginning
    case watching(SubjectAreaGrid, changedCount: Int)
    case moving(SubjectAreaGrid, stillCount: Int)
  }

  private var phase = Phase.beginning

  /// Uses the next grid as the new reference.
  mutating func restart() { phase = .beginning }

  /// Processes a grid, and returns whether the scene has changed.
  mutating func analyze(_ grid: SubjectAreaGrid) -> Bool {
    switch phase {
    case .beginning: phase = .watching(grid, changedCount: 0)
    case .watching(let reference, let count):
      let share = grid.changedShare(since: reference)
      let changed = share >= Self.changedShare ? count + 1 : share < Self.unchangedShare ? 0 : count
      phase = .watching(reference, changedCount: changed)
      guard changed >= Self.requiredGridCount else { return false }
      phase = .moving(grid, stillCount: 0)
      return true
    case .moving(let last, let count):
      let still = grid.changedShare(since: last) <= Self.stillShare ? count + 1 : 0
      phase = still >= Self.requiredGridCount ? .watching(grid, changedCount: 0) : .moving(grid, stillCount: still)
    }
    return false
  }
}
