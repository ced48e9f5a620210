import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// How long a tick of a file's times is: a fraction of a second.
struct TimeBase: Sendable, Hashable {
  let numerator: Int32
  let denominator: Int32

  init(_ ratio: cffmpeg_ratio) {
    (numerator, denominator) = (max(1, ratio.numerator), max(1, ratio.denominator))
  }

  /// A tick for each frame of sound.
  init(sampleRate: Int) { (numerator, denominator) = (1, Int32(sampleRate)) }

  /// For the bridge.
  var ratio: cffmpeg_ratio { cffmpeg_ratio(numerator: numerator, denominator: denominator) }

  /// The time of that many ticks; nil where the file has none.
  func time(_ ticks: Int64) -> MediaTime? {
    guard ticks != Int64.min else { return nil }
    let tick = MediaTime(value: Int64(numerator), timescale: denominator)
    guard numerator != 1 else { return MediaTime(value: ticks, timescale: denominator) }
    return tick.multiplied(by: ticks, over: 1)
  }

  /// The last tick at or before a time; the first and last that there are for times beyond.
  func ticks(atOrBefore time: MediaTime) -> Int64 {
    let ticks = time.multiplied(by: 1, over: Int64(numerator))
      .convertScale(denominator, method: .roundTowardNegativeInfinity)
    if ticks.isNumeric { return ticks.value }
    return ticks < .zero ? Int64.min + 1 : Int64.max
  }
}
