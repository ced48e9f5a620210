import OpenCaptureMediaSamples

/// A clock that converts the times of a stream with its own clock to the host's monotonic clock.
///
/// Stream times have exact intervals, and arrival times include a varying delay. The frame with the least delay
/// within 30 to 60 s determines the offset between the clocks. The clock follows that offset slowly, so that
/// intervals stay exact. The camera's time of day (RTCP) takes precedence if it is plausible.
package struct StreamClock: Sendable {
  /// The minimum correction per frame in nanoseconds.
  private static let step: Int64 = 1_000_000
  /// The offset change in nanoseconds beyond which the stream has restarted.
  private static let jump: Int64 = 500_000_000
  /// The maximum plausible delay of a frame in nanoseconds.
  private static let mostDelay: Int64 = 2_000_000_000
  private static let window: UInt64 = 30_000_000_000
  /// The maximum plausible time, 36 years in nanoseconds; larger times would overflow.
  private static let mostTime: Int64 = 1 << 60

  /// The minimum offset of the host's clock to the stream's clock, in the current and the preceding window.
  private var least: (now: Int64, before: Int64?)?
  private var windowStart: UInt64 = 0
  /// The offset in use.
  private var offset: Int64?
  private var last: Int64 = .min

  /// Creates a clock.
  package init() {}

  /// Records a frame before the first time is requested.
  ///
  /// Frames that waited for the connection have larger delays than the frame after them.
  package mutating func note(_ stream: Int64?, arrival: UInt64) {
    guard let stream, stream.magnitude <= Self.mostTime else { return }
    note(min(Int64(clamping: arrival), Self.mostTime) - stream, at: arrival)
  }

  /// Returns the time of a frame in nanoseconds, always later than the preceding frame.
  ///
  /// - Parameters:
  ///   - stream: The frame's time in the stream in nanoseconds; nil if the stream has no times.
  ///   - arrival: The arrival of the frame.
  ///   - wall: The camera's time of day for the frame, converted to the monotonic clock; nil if unknown.
  package mutating func time(of stream: Int64?, arrival: UInt64, wall: Int64? = nil) -> Int64 {
    let arrived = min(Int64(clamping: arrival), Self.mostTime)
    guard let stream, stream.magnitude <= Self.mostTime else { return follow(arrived) }
    let ahead = arrived - stream
    note(ahead, at: arrival)
    var goal = min(least?.now ?? ahead, least?.before ?? ahead)
    if let wall, wall <= arrived, wall >= arrived - Self.mostDelay { goal = wall - stream }
    return follow(min(stream + advance(to: goal), arrived))
  }

  private mutating func note(_ ahead: Int64, at arrival: UInt64) {
    guard let known = least, abs(ahead - known.now) < Self.mostDelay else {
      least = (now: ahead, before: nil)
      windowStart = arrival
      offset = nil
      return
    }
    if arrival > windowStart + Self.window {
      least = (now: ahead, before: known.now)
      windowStart = arrival
    } else {
      least = (now: min(known.now, ahead), before: known.before)
    }
  }

  private mutating func advance(to goal: Int64) -> Int64 {
    let known = offset ?? goal
    let difference = goal - known
    let mostStep = max(Self.step, abs(difference) / 16)
    let next = abs(difference) > Self.jump ? goal : known + min(max(difference, -mostStep), mostStep)
    offset = next
    return next
  }

  private mutating func follow(_ time: Int64) -> Int64 {
    last = max(time, last == .min ? time : last + 1)
    return last
  }
}
