import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// How long a tick of a file's times is: a fraction of a second.
package struct TimeBase: Sendable, Hashable {
  let numerator: Int32
  let denominator: Int32

  /// Makes the tick of a file; what a file can't mean, 0 and below, is 1.
  package init(numerator: Int32, denominator: Int32) {
    (self.numerator, self.denominator) = (max(1, numerator), max(1, denominator))
  }

  init(_ ratio: cffmpeg_ratio) { self.init(numerator: ratio.numerator, denominator: ratio.denominator) }

  /// A tick for each frame of sound.
  init(sampleRate: Int) { (numerator, denominator) = (1, Int32(sampleRate)) }

  /// For the bridge.
  var ratio: cffmpeg_ratio { cffmpeg_ratio(numerator: numerator, denominator: denominator) }

  /// The time of that many ticks; nil where the file has none.
  package func time(_ ticks: Int64) -> MediaTime? {
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
