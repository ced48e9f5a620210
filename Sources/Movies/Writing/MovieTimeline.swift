import OpenCaptureMediaSamples

/// The strictly increasing times of frames in a file's ticks.
struct MovieTimeline: Sendable {
  /// The error for a time that a frame cannot have.
  struct RejectedTime: Error {
    let reason: String
  }

  let timeBase: TimeBase
  /// The source time of the movie's beginning.
  var start = MediaTime.zero
  /// Whether a frame in the same tick as its predecessor moves to the next tick instead of being rejected.
  ///
  /// This is necessary if other frames refer to the frame, or if ticks are shorter than frames.
  private let keepsAll: Bool
  /// The maximum delay of a frame in ticks: half a second.
  private let mostDelay: Int64
  private var last: (time: MediaTime, ticks: Int64)?

  init(timeBase: TimeBase, keepsAll: Bool = false) {
    self.timeBase = timeBase
    self.keepsAll = keepsAll
    mostDelay = Int64(timeBase.denominator / timeBase.numerator / 2)
  }

  /// Returns the ticks of the next frame, with duration 0 if unknown.
  mutating func place(_ time: MediaTime, duration: MediaTime) throws(RejectedTime) -> (time: Int64, duration: Int64)
  {
    guard time.isNumeric, var ticks = ticks(nearest: time - start), ticks >= 0 else {
      throw RejectedTime(reason: "its time, \(time), is outside the movie, which begins at \(start)")
    }
    if let last, ticks <= last.ticks {
      guard time > last.time, canDelay(ticks, behind: last.ticks) else {
        throw RejectedTime(reason: "its time, \(time), is not after the preceding frame")
      }
      ticks = last.ticks + 1
    }
    last = (time: time, ticks: ticks)
    return (ticks, self.ticks(nearest: duration).map { max(0, $0) } ?? 0)
  }

  /// Whether a later frame falls into the same tick as the preceding frame and cannot be delayed.
  func isTickOccupied(at time: MediaTime) -> Bool {
    guard let last, time.isNumeric, time > last.time, let ticks = ticks(nearest: time - start) else { return false }
    return ticks <= last.ticks && !canDelay(ticks, behind: last.ticks)
  }

  /// Whether a frame may move behind the last one; the delay is limited, so that it cannot accumulate.
  private func canDelay(_ ticks: Int64, behind last: Int64) -> Bool { keepsAll && last - ticks < mostDelay }

  private func ticks(nearest time: MediaTime) -> Int64? {
    let ticks = time.multiplied(by: 1, over: Int64(timeBase.numerator)).convertScale(timeBase.denominator)
    return ticks.isNumeric ? ticks.value : nil
  }
}
