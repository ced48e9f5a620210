import OpenCaptureSystem
import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// Moves the lens by the sharpness of the frames that come meanwhile, on a queue of its own.
final class SoftwareAutofocus: Sendable {
  private struct State: Lockable {
    var plan: AutofocusScan
    var isBusy = false
    var isOver = false
    /// Frames to let pass until the lens has moved and the picture shows it.
    var framesToSkip = settlingFrames
  }

  /// A frame that was exposed before the lens moved, and one while it did.
  static let settlingFrames = 2
  /// The side of the square that is looked at, as a share of the picture.
  static let regionSide = 0.25

  private let state: Locked<State>
  private let region: Rect
  private let queue = DispatchQueue(label: "capture.autofocus", qos: .userInitiated)
  private let move: @Sendable (Int64) -> Void
  private let onEnd: @Sendable (SoftwareAutofocus) -> Void

  init(
    plan: AutofocusScan, point: Point, move: @escaping @Sendable (Int64) -> Void,
    onEnd: @escaping @Sendable (SoftwareAutofocus) -> Void
  ) {
    state = Locked(State(plan: plan))
    let side = Self.regionSide
    region = Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    (self.move, self.onEnd) = (move, onEnd)
  }

  /// Where the lens was before.
  var former: Int64 { state.withLock { $0.plan.former } }

  func begin() { move(state.withLock { $0.plan.start }) }

  func cancel() { state.withLock { $0.isOver = true } }

  /// Looks at a frame, unless the last one is still looked at.
  func look(at sample: SampleBuffer) {
    let isWanted = state.withLock { state in
      guard !state.isOver, !state.isBusy else { return false }
      state.framesToSkip -= 1
      state.isBusy = state.framesToSkip < 0
      return state.isBusy
    }
    guard isWanted else { return }
    queue.async { self.measure(sample) }
  }

  private func measure(_ sample: SampleBuffer) {
    // A damaged frame says nothing; the next one will.
    let sharpness = try? sample.luma().sharpness(in: region)
    let step = state.withLock { state -> AutofocusScan.Step? in
      state.isBusy = false
      guard let sharpness, !state.isOver else { return nil }
      let step = state.plan.measured(sharpness)
      state.framesToSkip = Self.settlingFrames
      if case .done = step { state.isOver = true }
      return step
    }
    switch step {
    case .move(let position): move(position)
    case .done(let position):
      move(position)
      onEnd(self)
    case nil: break
    }
  }
}
