import OpenCaptureMediaSamples

/// A controller that keeps sound in sync with the clock of the video timestamps.
///
/// The controller calculates how much the sound must be resampled. If that is not enough, it calculates how much
/// silence must be inserted or how much sound must be skipped. The drift of the source's clock is measured and
/// compensated. The remaining difference is corrected by at most 0.1 % of the rate, which is inaudible.
package struct AudioSyncController: Sendable {
  /// The correction of a sound buffer.
  package struct Correction: Equatable {
    /// The number of frames of silence to insert before the sound; if negative, the number of its first frames to skip.
    package var jump = 0
    /// The relative amount by which the sound is lengthened or, if negative, shortened.
    package var stretch = 0.0
  }

  private let sampleRate: Double
  /// Recent measurements of the sound's time in seconds and the number of frames before it, some per second.
  private var points: [(time: Double, frames: Double)] = []
  private var frameCount = 0.0
  /// The end time of the last sound, in seconds.
  private var end: Double?

  /// The difference between time and frame count that causes a jump, in seconds.
  package static let tolerance = 0.040
  /// The maximum relative stretch in addition to the clock compensation.
  package static let maximumStretch = 0.001
  /// The maximum relative clock drift that is compensated.
  package static let maximumDrift = 0.02
  /// The time in which a difference is corrected if the maximum stretch allows it, in seconds.
  private static let correctionTime = 1.0
  private static let pointDistance = 0.05
  private static let memory = 6.0

  package init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

  /// Records the time of a sound buffer, whether or not the buffer is recorded.
  ///
  /// - Parameter time: The start time in seconds of the source's clock; ignored if not finite.
  package mutating func note(_ time: Double, frameCount count: Int) {
    guard time.isFinite else { return }
    // The frame count is not comparable across a gap.
    if let end, abs(time - end) > Self.tolerance {
      points = []
      frameCount = 0
    }
    end = time + Double(count) / sampleRate
    if points.last.map({ time - $0.time >= Self.pointDistance }) ?? true {
      points.append((time, frameCount))
      if let first = points.first, time - first.time > Self.memory { points.removeFirst() }
    }
    frameCount += Double(count)
  }

  /// The relative drift of the source's clock, positive if fast, by linear regression; 0 until enough is measured.
  package var drift: Double {
    guard let first = points.first, let last = points.last, last.time - first.time > 0.4 else { return 0 }
    let count = Double(points.count)
    let meanTime = points.reduce(0) { $0 + ($1.time - first.time) } / count
    let meanFrames = points.reduce(0) { $0 + ($1.frames - first.frames) } / count
    var covariance = 0.0
    var variance = 0.0
    for point in points {
      let time = point.time - first.time - meanTime
      covariance += time * (point.frames - first.frames - meanFrames)
      variance += time * time
    }
    guard variance > 0 else { return 0 }
    return min(max(covariance / variance / sampleRate - 1, -Self.maximumDrift), Self.maximumDrift)
  }

  /// Returns the correction of a buffer whose start differs from its due position.
  ///
  /// - Parameter difference: The number of frames by which the buffer is late or, if negative, early. A value that is
  ///   not finite counts as no difference.
  package func correction(_ difference: Double) -> Correction {
    guard difference.isFinite else { return Correction(stretch: -drift) }
    if abs(difference) > Self.tolerance * sampleRate {
      return Correction(jump: Int(min(max(difference.rounded(), -0x1p62), 0x1p62)), stretch: -drift)
    }
    let stretch = difference / sampleRate / Self.correctionTime
    return Correction(stretch: min(max(stretch, -Self.maximumStretch), Self.maximumStretch) - drift)
  }
}
