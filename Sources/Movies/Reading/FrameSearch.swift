/// A search for the frame that is shown at a time, among frames in presentation order.
///
/// A value type without I/O: the caller passes frames and performs the returned steps.
struct FrameSearch<Frame> {
  /// The next step for the caller.
  enum Step {
    /// Pass the next frame.
    case next
    /// The search is complete; these frames are the next in presentation order.
    case found([Frame])
    /// All frames are too late: restart at this tick or an earlier one. `Int64.min` means the beginning of the file.
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
  ///   - tolerance: The maximum distance of an acceptable earlier frame in ticks, at least 0.
  ///   - first: The time of the first frame, as far as known.
  ///   - second: The number of ticks per second, at least 1.
  init(target: Int64, tolerance: Int64, first: Int64, second: Int64) {
    self.target = target
    self.tolerance = tolerance
    self.first = first
    start = target
    stride = max(1, second)
  }

  /// The tick to seek to first.
  var beginning: Int64 { start }

  /// Processes the next frame.
  mutating func consider(_ frame: Frame, at time: Int64) -> Step {
    guard time <= target else {
      if let best { return .found([best.frame, frame]) }
      // The seek was too late, because the file's index contains decoding times, not presentation times.
      return restart() ?? .found([frame])
    }
    // Decoders can output frames late that precede the key frame in presentation order.
    if let best, best.time >= time { return .next }
    best = (frame, time)
    let close = target.subtractingReportingOverflow(tolerance)
    return tolerance > 0 && (close.overflow || time >= close.partialValue) ? .found([frame]) : .next
  }

  /// Ends the search after the last frame, which is shown until the end.
  mutating func finish() -> Step {
    if let best { return .found([best.frame]) }
    return restart() ?? .found([])
  }

  /// Moves the start back by an increasing distance; nil at the beginning of the file.
  private mutating func restart() -> Step? {
    guard start > first else {
      // The first frame in decoding order can have a later presentation time than `first`.
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
