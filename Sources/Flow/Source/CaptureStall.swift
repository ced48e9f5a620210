public import OpenCaptureMediaSamples

/// A stall: a running camera that delivers no frames and has not failed yet.
public struct CaptureStall: Sendable, Hashable, CustomStringConvertible {
  /// The time of the last frame, or of the start of the stream if no frame arrived, on the clock of the frames.
  public let since: MediaTime
  /// The time without frames when the stall was reported.
  public let duration: MediaTime

  /// Creates a stall.
  public init(since: MediaTime, duration: MediaTime) {
    self.since = since
    self.duration = duration
  }

  /// Creates a stall that has lasted for the given number of nanoseconds at the time `now`.
  package init(silence: UInt64, now: MediaTime) {
    let duration = MediaTime(value: Int64(clamping: silence), timescale: 1_000_000_000)
    self.init(since: now - duration, duration: duration)
  }

  /// The duration as text, such as `no frame for 1 s`.
  public var description: String {
    let seconds = (duration.seconds * 10).rounded() / 10
    return "no frame for \(Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)") s"
  }
}

/// The timeouts for a camera that delivers no frames.
package struct StallTimeouts: Sendable, Hashable {
  /// The time before a stall is reported, in nanoseconds; nil for never.
  package let reportDelay: UInt64?
  /// The time before the stream fails, in nanoseconds; nil for never.
  package let limit: UInt64?

  /// Creates timeouts, each at least as long as ten frames.
  package init(reportDelay: MediaTime, limit: MediaTime, frameDuration: MediaTime = .invalid) {
    let frames = frameDuration.isNumeric ? frameDuration * 10 : .zero
    self.reportDelay = Self.nanoseconds(reportDelay, frames)
    self.limit = Self.nanoseconds(limit, frames)
  }

  private static func nanoseconds(_ delay: MediaTime, _ shortest: MediaTime) -> UInt64? {
    guard delay.isNumeric else { return nil }
    let time = max(delay, shortest).convertScale(1_000_000_000)
    return time.isNumeric ? UInt64(max(0, time.value)) : nil
  }
}

/// A detector of stalls, which receives the time from its caller, in nanoseconds.
package struct StallDetector: Sendable {
  /// The result of a check.
  package enum Verdict: Sendable, Hashable {
    /// No action is required.
    case wait
    /// A stall of the given duration must be reported. Returned once per stall.
    case report(silence: UInt64)
    /// The stream must fail after the given time without a frame.
    case giveUp(silence: UInt64)
  }

  private let timeouts: StallTimeouts
  /// The time of the last frame, or of the start of the stream.
  private var lastFrame: UInt64
  private var isReported = false

  /// Creates a detector.
  package init(_ timeouts: StallTimeouts, since start: UInt64) {
    self.timeouts = timeouts
    lastFrame = start
  }

  /// Records the arrival of a frame.
  package mutating func recordFrame(at now: UInt64) {
    lastFrame = now
    isReported = false
  }

  /// Checks for a stall at the given time.
  package mutating func check(at now: UInt64) -> Verdict {
    let silence = silence(at: now)
    if let limit = timeouts.limit, silence >= limit { return .giveUp(silence: silence) }
    guard !isReported, let reportDelay = timeouts.reportDelay, silence >= reportDelay else { return .wait }
    isReported = true
    return .report(silence: silence)
  }

  /// Returns the time until the next check in milliseconds, as `poll` expects it; −1 for no limit.
  package func timeout(at now: UInt64) -> Int32 {
    let next = min(isReported ? .max : timeouts.reportDelay ?? .max, timeouts.limit ?? .max)
    guard next < .max else { return -1 }
    let silence = silence(at: now)
    return silence >= next ? 0 : Int32(clamping: (next - silence + 999_999) / 1_000_000)
  }

  private func silence(at now: UInt64) -> UInt64 { now > lastFrame ? now - lastFrame : 0 }
}

extension CaptureError {
  /// Returns the error for a device that delivered nothing for the given number of nanoseconds.
  package static func stalled(
    _ subject: String, silence: UInt64, of noun: String = "frame",
    hint: String = "unplug the camera and plug it in again"
  ) -> CaptureError {
    CaptureError(
      .stalled, subject: subject, reason: "no \(noun) arrived for \((Double(silence) / 1e8).rounded() / 10) s",
      hint: hint)
  }
}
