import MediaSamples

/// Finds the frame that is shown at a time among frames in the order of presentation.
///
/// A pure value: it is told of frames and says what to do, whoever reads the file does it.
struct FrameSearch<Frame> {
  /// What is to be done next.
  enum Step {
    /// Look at the next frame.
    case next
    /// These come first from now on.
    case found([Frame])
    /// Everything there is comes later: begin again from this tick, or an earlier one.
    case restart(at: Int64)
  }

  private let target: Int64
  private let tolerance: Int64
  private let first: Int64
  private var start: Int64
  private var stride: Int64
  private var best: Frame?

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - target: The time, in ticks.
  ///   - tolerance: How many ticks earlier a frame will do as well, so that fewer have to be decoded; at least 0.
  ///   - first: The time of the first frame, as far as is known.
  ///   - second: How many ticks a second has, at least 1.
  init(target: Int64, tolerance: Int64, first: Int64, second: Int64) {
    (self.target, self.tolerance, self.first) = (target, tolerance, first)
    (start, stride) = (target, max(1, second))
  }

  /// Where to begin.
  var beginning: Int64 { start }

  /// Takes the next frame.
  mutating func consider(_ frame: Frame, at time: Int64) -> Step {
    if time <= target {
      best = frame
      let isClose = target.subtractingReportingOverflow(tolerance)
      return time >= (isClose.overflow ? Int64.min : isClose.partialValue) && tolerance > 0
        ? .found([frame]) : .next
    }
    if let best { return .found([best, frame]) }
    // The file was gone into too late: the index tells when frames are decoded, not when they are shown.
    guard start > first else { return .found([frame]) }
    let earlier = start.subtractingReportingOverflow(stride)
    start = earlier.overflow || earlier.partialValue < first ? first : earlier.partialValue
    stride = stride.multipliedReportingOverflow(by: 4).overflow ? Int64.max : stride * 4
    return .restart(at: start)
  }

  /// There are no more frames: the last one is shown to the end.
  func finish() -> [Frame] { best.map { [$0] } ?? [] }
}
