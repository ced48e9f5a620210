import OpenCaptureSystem
import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureProcessing

/// Software autofocus, which moves the lens by the sharpness of the frames, on its own queue.
///
/// If a moving subject leaves the region, the scan is repeated with a larger region, at last with the whole image.
final class SoftwareAutofocus: Sendable {
  private struct State: Lockable {
    var plan: AutofocusScan
    var isBusy = false
    var isOver = false
    /// The number of frames to skip until the lens has moved and the image shows it.
    var framesToSkip = settlingFrames
    /// The side of the measured square, as a fraction of the image.
    var side = regionSide
  }

  /// The number of frames after a lens movement that are not valid: one exposed before it and one during it.
  static let settlingFrames = 2
  /// The initial side of the measured square, as a fraction of the image.
  static let regionSide = 0.25

  private let state: Locked<State>
  private let lens: CaptureControl
  private let point: Point
  private let queue = DispatchQueue(label: "capture.autofocus", qos: .userInitiated)
  private weak let device: CaptureDevice?

  init(_ device: CaptureDevice, _ lens: CaptureControl, from former: Int64, point: Point) {
    state = Locked(State(plan: AutofocusScan(lens, from: former)))
    self.device = device
    self.lens = lens
    self.point = point
  }

  /// The lens position before the scan.
  var former: Int64 { state.withLock { $0.plan.former } }

  func begin() { move(state.withLock { $0.plan.start }) }

  func cancel() { state.withLock { $0.isOver = true } }

  private func move(_ position: Int64) { _ = try? device?.apply(position, to: .lensPosition) }

  /// Measures a frame, unless another frame is being measured.
  func analyze(at sample: SampleBuffer) {
    let mustMeasure = state.withLock { state in
      guard !state.isOver, !state.isBusy else { return false }
      state.framesToSkip -= 1
      state.isBusy = state.framesToSkip < 0
      return state.isBusy
    }
    guard mustMeasure else { return }
    queue.async { self.measure(sample) }
  }

  private func measure(_ sample: SampleBuffer) {
    // A damaged frame has no sharpness; the next frame is measured instead.
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
    if next.isLast { device?.endFocusScan(self) }
  }

  /// Returns the next lens position.
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

  /// The measured region, in device coordinates.
  private var region: Rect {
    let side = state.withLock { $0.side }
    guard side < 1 else { return .unit }
    return Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
  }
}
