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
    /// Everything there is comes later: begin again from this tick, or an earlier one; the least there is stands for
    /// the beginning of the file.
    case restart(at: Int64)
  }

  private let target: Int64
  private let tolerance: Int64
  private let first: Int64
  private var start: Int64
  private var stride: Int64
  private var best: (frame: Frame, time: Int64)?

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
    guard time <= target else {
      if let best { return .found([best.frame, frame]) }
      // The file was gone into too late: the index tells when frames are decoded, not when they are shown.
      return restart() ?? .found([frame])
    }
    // Frames that are shown before the key frame, but come behind it, can come out of the decoder late.
    if let best, best.time >= time { return .next }
    best = (frame, time)
    let close = target.subtractingReportingOverflow(tolerance)
    return tolerance > 0 && (close.overflow || time >= close.partialValue) ? .found([frame]) : .next
  }

  /// There are no more frames: the last one is shown to the end.
  mutating func finish() -> Step {
    if let best { return .found([best.frame]) }
    return restart() ?? .found([])
  }

  /// Begins earlier, and ever more so; nil where this was the beginning of the file.
  private mutating func restart() -> Step? {
    guard start > first else {
      // What is decoded at the time of the first frame can be behind it.
      guard start > Int64.min else { return nil }
      start = Int64.min
      return .restart(at: start)
    }
    let earlier = start.subtractingReportingOverflow(stride)
    start = earlier.overflow || earlier.partialValue < first ? first : earlier.partialValue
    let longer = stride.multipliedReportingOverflow(by: 4)
    stride = longer.overflow ? Int64.max : longer.partialValue
    return .restart(at: start)
  }
}
