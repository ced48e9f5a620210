import OpenCaptureMediaSamples

/// When each frame of a synthetic microphone is heard, by a clock that may be wrong: a value.
struct SyntheticTimeline: Sendable {
  private let format: AudioFormat
  /// Of the system's nanoseconds, how many a frame takes.
  private let nanosecondsPerFrame: Double
  private let drift: Double
  private let start: UInt64

  /// Begins.
  ///
  /// - Parameters:
  ///   - drift: In parts per million, how much faster than it says it runs.
  ///   - start: When the first frame is heard, in nanoseconds.
  init(_ format: AudioFormat, drift: Double, start: UInt64) {
    (self.format, self.start) = (format, start)
    self.drift = drift.isFinite ? min(max(drift, -10_000), 10_000) : 0
    nanosecondsPerFrame = 1e9 / (Double(format.sampleRate) * (1 + self.drift / 1e6))
  }

  /// When a frame is heard: exact where nothing is wrong and time begins at 0, else to a nanosecond.
  func time(ofFrame index: UInt64) -> MediaTime {
    if drift == 0, start == 0 { return format.duration(ofFrames: Int(index)) }
    return MediaTime(value: Int64(clamping: nanoseconds(ofFrame: index)), timescale: 1_000_000_000)
  }

  /// The same in seconds.
  func seconds(ofFrame index: UInt64) -> Double {
    // Whole seconds and what is left are apart, so that late frames are as exact as early ones.
    let offset = Double(index) * nanosecondsPerFrame / 1e9
    return Double(start / 1_000_000_000) + (Double(start % 1_000_000_000) / 1e9 + offset)
  }

  /// The same in nanoseconds.
  func nanoseconds(ofFrame index: UInt64) -> UInt64 {
    start &+ UInt64((Double(index) * nanosecondsPerFrame).rounded())
  }
}
