import OpenCaptureMediaSamples

/// Where frames lie in a movie: their times in the file's ticks, each after the one before.
struct MovieTimeline: Sendable {
  /// A time that no frame can have here.
  struct Refusal: Error {
    let reason: String
  }

  let timeBase: TimeBase
  /// Which of the frames' times is the movie's beginning.
  var start = MediaTime.zero
  /// Whether no frame is left out, as others build on it or ticks are short: where one would lie in the same tick as the one
  /// before, it lies in the next.
  private let keepsAll: Bool
  /// How much later a frame can lie than it was, in ticks: half a second.
  private let mostDelay: Int64
  private var last: (time: MediaTime, ticks: Int64)?

  init(timeBase: TimeBase, keepsAll: Bool = false) {
    (self.timeBase, self.keepsAll) = (timeBase, keepsAll)
    mostDelay = Int64(timeBase.denominator / timeBase.numerator / 2)
  }

  /// The place of the next frame; the duration is 0 where it isn't known.
  mutating func place(_ time: MediaTime, duration: MediaTime) throws(Refusal) -> (time: Int64, duration: Int64) {
    guard time.isNumeric, var ticks = ticks(nearest: time - start), ticks >= 0 else {
      throw Refusal(reason: "its time, \(time), is not one of the movie, which begins at \(start)")
    }
    if let last, ticks <= last.ticks {
      guard time > last.time, canDelay(ticks, behind: last.ticks) else {
        throw Refusal(reason: "its time, \(time), is not after that of the frame before it")
      }
      ticks = last.ticks + 1
    }
    last = (time, ticks)
    return (ticks, self.ticks(nearest: duration).map { max(0, $0) } ?? 0)
  }

  /// Whether a frame lies in the same tick as the one before, though it is later: a file of a fixed rate has room for one.
  func isTaken(at time: MediaTime) -> Bool {
    guard let last, time.isNumeric, time > last.time, let ticks = ticks(nearest: time - start) else { return false }
    return ticks <= last.ticks && !canDelay(ticks, behind: last.ticks)
  }

  /// Whether a frame is put behind the last: not for long, or the file falls behind frames that come faster.
  private func canDelay(_ ticks: Int64, behind last: Int64) -> Bool { keepsAll && last - ticks < mostDelay }

  private func ticks(nearest time: MediaTime) -> Int64? {
    let ticks = time.multiplied(by: 1, over: Int64(timeBase.numerator)).convertScale(timeBase.denominator)
    return ticks.isNumeric ? ticks.value : nil
  }
}
