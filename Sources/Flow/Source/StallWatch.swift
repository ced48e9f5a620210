package import OpenCaptureMediaSamples

/// How long a camera may deliver nothing.
package struct StallPatience: Sendable, Hashable {
  /// After how many nanoseconds that is told; nil for never.
  package let notice: UInt64?
  /// After how many the stream is given up; nil for never.
  package let limit: UInt64?

  /// Makes one; where ten frames last longer than one of the times, that is as long as they last.
  package init(notice: MediaTime, limit: MediaTime, frameDuration: MediaTime = .invalid) {
    let frames = frameDuration.isNumeric ? frameDuration * 10 : .zero
    (self.notice, self.limit) = (Self.nanoseconds(notice, frames), Self.nanoseconds(limit, frames))
  }

  private static func nanoseconds(_ delay: MediaTime, _ shortest: MediaTime) -> UInt64? {
    guard delay.isNumeric else { return nil }
    let time = max(delay, shortest).convertScale(1_000_000_000)
    return time.isNumeric ? UInt64(max(0, time.value)) : nil
  }
}

/// Watches how long no frame has come: a state machine that is told the time, in nanoseconds.
package struct StallWatch: Sendable {
  package enum Verdict: Sendable, Hashable {
    /// There is nothing to say.
    case wait
    /// It is to be told that no frame has come for so long; once, until one comes.
    case tell(silence: UInt64)
    /// The stream is to be given up, after so long without a frame.
    case giveUp(silence: UInt64)
  }

  private let patience: StallPatience
  /// When a frame came last, or the stream began.
  private var lastFrame: UInt64
  private var isTold = false

  /// Begins to watch.
  package init(_ patience: StallPatience, since start: UInt64) { (self.patience, lastFrame) = (patience, start) }

  /// Takes note that a frame came.
  package mutating func frameCame(at now: UInt64) { (lastFrame, isTold) = (now, false) }

  /// What is to be done now, when no frame has come.
  package mutating func look(at now: UInt64) -> Verdict {
    let silence = silence(at: now)
    if let limit = patience.limit, silence >= limit { return .giveUp(silence: silence) }
    guard !isTold, let notice = patience.notice, silence >= notice else { return .wait }
    isTold = true
    return .tell(silence: silence)
  }

  /// For how many milliseconds there is nothing to look at, as `poll` takes them: −1 for ever.
  package func timeout(at now: UInt64) -> Int32 {
    let next = min(isTold ? .max : patience.notice ?? .max, patience.limit ?? .max)
    guard next < .max else { return -1 }
    let silence = silence(at: now)
    return silence >= next ? 0 : Int32(clamping: (next - silence).dividedRoundingUp(by: 1_000_000))
  }

  private func silence(at now: UInt64) -> UInt64 { now > lastFrame ? now - lastFrame : 0 }
}

extension CaptureStall {
  /// After so many nanoseconds of silence, which it is now.
  package init(silence: UInt64, now: MediaTime) {
    let duration = MediaTime(value: Int64(clamping: silence), timescale: 1_000_000_000)
    self.init(since: now - duration, duration: duration)
  }
}

extension CaptureError {
  /// A device that was given up after so many nanoseconds of silence.
  ///
  /// - Parameters:
  ///   - noun: What didn't come.
  ///   - remedy: What to do.
  package static func stalled(
    _ subject: String, silence: UInt64, of noun: String = "frame",
    remedy: String = "unplug the camera and plug it in again"
  ) -> CaptureError {
    CaptureError(
      .stalled, subject: subject, reason: "no \(noun) came for \((Double(silence) / 1e8).rounded() / 10) s",
      remedy: remedy)
  }
}

extension UInt64 {
  fileprivate func dividedRoundingUp(by divisor: UInt64) -> UInt64 {
    self / divisor + (self % divisor == 0 ? 0 : 1)
  }
}
