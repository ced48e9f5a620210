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
  private var last: Int64?

  init(timeBase: TimeBase) { self.timeBase = timeBase }

  /// The place of the next frame; the duration is 0 where it isn't known.
  mutating func place(_ time: MediaTime, duration: MediaTime) throws(Refusal) -> (time: Int64, duration: Int64) {
    guard time.isNumeric, let ticks = ticks(nearest: time - start), ticks >= 0 else {
      throw Refusal(reason: "its time, \(time), is not one of the movie, which begins at \(start)")
    }
    if let last, ticks <= last {
      throw Refusal(reason: "its time, \(time), is not after that of the frame before it")
    }
    last = ticks
    return (ticks, self.ticks(nearest: duration).map { max(0, $0) } ?? 0)
  }

  private func ticks(nearest time: MediaTime) -> Int64? {
    let ticks = time.multiplied(by: 1, over: Int64(timeBase.numerator)).convertScale(timeBase.denominator)
    return ticks.isNumeric ? ticks.value : nil
  }
}
