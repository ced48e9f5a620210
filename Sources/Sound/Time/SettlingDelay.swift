/// Whether what a device says of how long sound is on its way to where it can be read can be believed: a value without a clock.
///
/// The kernel's devices know. A sound server estimates it, and PulseAudio's first estimates are off by as much as a third of a
/// second; times that followed them would tell of sound that was lost, or there twice.
struct SettlingDelay: Sendable {
  /// Up to which the first is believed at once, in seconds: so the kernel's devices and PipeWire say it, who know.
  static let harmless = 0.02
  /// How far it may go up and down, in seconds, and for how long it must not go farther, in nanoseconds.
  static let (noise, calm): (Double, UInt64) = (0.005, 500_000_000)
  /// After how long it is believed whatever it is, in nanoseconds.
  static let patience: UInt64 = 2_000_000_000

  /// Whether it can be believed; that it could once is enough.
  private(set) var isSettled = false
  private var first: UInt64?
  /// About what it is, and since when.
  private var level = (seconds: 0.0, since: UInt64(0))

  /// Takes note of what the device says.
  ///
  /// - Parameters:
  ///   - seconds: How long sound was on its way that can be read as soon as it is there.
  ///   - stamp: When that was so, in nanoseconds.
  mutating func observe(_ seconds: Double, at stamp: UInt64) {
    guard !isSettled else { return }
    guard let first else {
      (first, level, isSettled) = (stamp, (seconds, stamp), seconds <= Self.harmless)
      return
    }
    if abs(seconds - level.seconds) > Self.noise { level = (seconds, stamp) }
    isSettled = elapsed(level.since, stamp) >= Self.calm || elapsed(first, stamp) >= Self.patience
  }

  private func elapsed(_ start: UInt64, _ end: UInt64) -> UInt64 { end > start ? end - start : 0 }
}
