import OpenCaptureFlow

/// The times and numbers of a stream's frames, from what its source states.
struct FrameOrder: Sendable {
  /// The maximum plausible delay of a frame whose source has the host's monotonic clock, in nanoseconds.
  private static let mostDelay: Int64 = 2_000_000_000
  /// The largest plausible number of lost frames between two others.
  private static let mostLoss: UInt64 = 1000

  /// Whether the source's times are on the host's monotonic clock; nil before the first time.
  private var isMonotonic: Bool?
  private var clock = StreamClock()
  private var lastTime: Int64 = .min
  /// The source's number of the last frame; nil if it had none.
  private var lastSource: UInt64?
  private var lastNumber: UInt64?

  /// Returns the time of a frame on the monotonic clock in nanoseconds, always later than that of the preceding frame.
  ///
  /// - Parameters:
  ///   - time: The source's time; nil if it states none.
  ///   - arrival: The arrival of the frame on the monotonic clock.
  mutating func time(_ time: Int64?, arrival: UInt64) -> Int64 {
    guard let time else { return follow(clock.time(of: nil, arrival: arrival)) }
    let delay = Int64(clamping: arrival).subtractingReportingOverflow(time)
    let isPlausible = !delay.overflow && (0...Self.mostDelay).contains(delay.partialValue)
    // The first frame decides, because a mixture of clocks would give wrong intervals.
    if isMonotonic == nil || !isPlausible { isMonotonic = isPlausible }
    return follow(isMonotonic == true ? time : clock.time(of: time, arrival: arrival))
  }

  private mutating func follow(_ time: Int64) -> Int64 {
    lastTime = max(time, lastTime == .min ? time : lastTime + 1)
    return lastTime
  }

  /// Returns the number of a frame, with the gaps of the source's numbers if those are plausible.
  mutating func number(_ source: UInt64?) -> UInt64 {
    defer { lastSource = source }
    let number: UInt64
    if let lastNumber {
      let gap = lastSource.flatMap { last in source.map { $0 &- last } } ?? 1
      number = lastNumber + ((1...Self.mostLoss).contains(gap) ? gap : 1)
    } else {
      number = 0
    }
    lastNumber = number
    return number
  }
}
