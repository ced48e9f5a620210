import OpenCaptureMediaSamples

/// Says when frames from the network were, on this machine's monotonic clock: by their own times, whose distances are right,
/// and by when they came, which is right but for what the network delays.
///
/// The frame that was delayed least, of half a minute to a minute, tells how the clocks differ; that is followed so slowly
/// that distances stay right. What the camera says of the time of day (RTCP) goes before that where it can be true.
struct StreamClock: Sendable {
  /// In nanoseconds, what is taken of a difference at the least for each frame.
  private static let step: Int64 = 1_000_000
  /// Beyond which a stream has begun anew.
  private static let jump: Int64 = 500_000_000
  /// How long frames may have been on their way.
  private static let mostDelay: Int64 = 2_000_000_000
  private static let window: UInt64 = 30_000_000_000
  /// No clock says more, 36 years: what does would overflow.
  private static let most: Int64 = 1 << 60

  /// By how much this machine's clock is ahead of the stream's: the least of this window's frames, and of the last's.
  private var least: (now: Int64, before: Int64?)?
  private var windowStart: UInt64 = 0
  /// What is used.
  private var offset: Int64?
  private var last: Int64 = .min

  /// Takes note of a frame, before there is a time to tell of any: those that waited for the connection tell less of how the
  /// clocks differ than the one behind them.
  mutating func note(_ stream: Int64?, arrival: UInt64) {
    guard let stream, stream.magnitude <= Self.most else { return }
    note(min(Int64(clamping: arrival), Self.most) - stream, at: arrival)
  }

  /// When a frame was, in nanoseconds; always later than the one before.
  ///
  /// - Parameters:
  ///   - stream: Its time in the stream, in nanoseconds; nil where it has none.
  ///   - arrival: When it came.
  ///   - wall: When it was by the camera's clock, on this machine's monotonic one; nil where that isn't known.
  mutating func time(of stream: Int64?, arrival: UInt64, wall: Int64? = nil) -> Int64 {
    let came = min(Int64(clamping: arrival), Self.most)
    guard let stream, stream.magnitude <= Self.most else { return follow(came) }
    let ahead = came - stream
    note(ahead, at: arrival)
    var goal = min(least?.now ?? ahead, least?.before ?? ahead)
    if let wall, wall <= came, wall >= came - Self.mostDelay { goal = wall - stream }
    return follow(min(stream + advance(to: goal), came))
  }

  private mutating func note(_ ahead: Int64, at arrival: UInt64) {
    guard let known = least, abs(ahead - known.now) < Self.mostDelay else {
      (least, windowStart, offset) = ((ahead, nil), arrival, nil)
      return
    }
    if arrival > windowStart + Self.window {
      (least, windowStart) = ((ahead, known.now), arrival)
    } else {
      least = (min(known.now, ahead), known.before)
    }
  }

  private mutating func advance(to goal: Int64) -> Int64 {
    let known = offset ?? goal
    let difference = goal - known
    let most = max(Self.step, abs(difference) / 16)
    let next = abs(difference) > Self.jump ? goal : known + min(max(difference, -most), most)
    offset = next
    return next
  }

  private mutating func follow(_ time: Int64) -> Int64 {
    last = max(time, last == .min ? time : last + 1)
    return last
  }
}
