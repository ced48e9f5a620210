import OpenCaptureSystem
import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// Moves the lens by the sharpness of the frames that come meanwhile, on a queue of its own.
///
/// What moves is in the region one time and isn't the next: then a larger region is looked at, at last the whole picture,
/// in which something else takes the place of what left.
final class SoftwareAutofocus: Sendable {
  private struct State: Lockable {
    var plan: AutofocusScan
    var isBusy = false
    var isOver = false
    /// Frames to let pass until the lens has moved and the picture shows it.
    var framesToSkip = settlingFrames
    /// The side of the square that is looked at, as a share of the picture.
    var side = regionSide
  }

  /// A frame that was exposed before the lens moved, and one while it did.
  static let settlingFrames = 2
  /// The side of the square that is looked at first.
  static let regionSide = 0.25

  private let state: Locked<State>
  private let lens: CaptureControl
  private let point: Point
  private let queue = DispatchQueue(label: "capture.autofocus", qos: .userInitiated)
  private let move: @Sendable (Int64) -> Void
  private let onEnd: @Sendable (SoftwareAutofocus) -> Void

  init(
    lens: CaptureControl, from former: Int64, point: Point, move: @escaping @Sendable (Int64) -> Void,
    onEnd: @escaping @Sendable (SoftwareAutofocus) -> Void
  ) {
    state = Locked(State(plan: AutofocusScan(lens, from: former)))
    (self.lens, self.point, self.move, self.onEnd) = (lens, point, move, onEnd)
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
    let next = state.withLock { state -> (position: Int64, isLast: Bool)? in
      state.isBusy = false
      guard let sharpness, !state.isOver else { return nil }
      state.framesToSkip = Self.settlingFrames
      let position = self.next(after: sharpness, &state)
      return (position, state.isOver)
    }
    guard let next else { return }
    move(next.position)
    if next.isLast { onEnd(self) }
  }

  /// Where the lens goes.
  private func next(after sharpness: Double, _ state: inout State) -> Int64 {
    switch state.plan.measured(sharpness) {
    case .move(let position): return position
    case .moved where state.side < 1:
      state.side *= 2
      state.plan = AutofocusScan(lens, from: state.plan.former)
      return state.plan.start
    case .done(let position), .moved(let position):
      state.isOver = true
      return position
    }
  }

  /// Where a frame is looked at, in device coordinates.
  private var region: Rect {
    let side = state.withLock { $0.side }
    guard side < 1 else { return .unit }
    return Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
  }
}
