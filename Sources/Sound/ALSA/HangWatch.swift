/// Whether a call hangs: a value that is told the time.
struct HangWatch: Sendable {
  /// For how long a call may last, in nanoseconds, and how often it is looked at meanwhile.
  static let (patience, lookCount): (UInt64, UInt64) = (2_000_000_000, 4)
  /// From one look to the next, in nanoseconds.
  static let pause = patience / lookCount

  private var last: UInt64
  private var call: UInt64?
  private var seen: UInt64 = 0

  init(since now: UInt64) { last = now }

  /// When it is to be looked at next, in nanoseconds.
  var next: UInt64 { last + Self.pause }

  /// For how many seconds a call hasn't come back that won't; nil where there is none.
  ///
  /// - Parameter began: When the call began that hasn't come back yet.
  mutating func look(at now: UInt64, _ began: UInt64?) -> Double? {
    guard now >= next else { return nil }
    // Where who looks stood still, so did who calls, and not for the library's sake.
    seen = began != nil && began == call && now < next + Self.pause ? seen + 1 : 0
    (last, call) = (now, began)
    guard let began, seen >= Self.lookCount else { return nil }
    return Double(now - began) / 1e9
  }
}
