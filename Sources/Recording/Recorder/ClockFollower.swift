import OpenCaptureMediaSamples

/// Keeps sound at its time, though its source's clock doesn't go as the one that the pictures' times are of: says by how
/// much to resample it, and where that isn't enough, how much is missing or too much.
///
/// How fast the source goes is measured, and compensated for; what is left of a difference is taken back by no more than
/// a thousandth of the rate, which nobody hears.
package struct ClockFollower: Sendable {
  /// What is done before sound that comes.
  package struct Correction: Equatable {
    /// Frames of silence before it; below 0, how many of its own first ones are left out.
    package var jump = 0
    /// By which part the sound is to be longer; below 0, shorter.
    package var stretch = 0.0
  }

  private let sampleRate: Double
  /// When sound was, in seconds, and how many frames there were before it; some a second.
  private var points: [(time: Double, frames: Double)] = []
  private var frameCount = 0.0
  /// Where the sound before ended, in seconds.
  private var end: Double?

  /// How much time and count may differ before there is a jump, in seconds.
  package static let tolerance = 0.040
  /// By which part sound is stretched at most beside what the source's clock asks for.
  package static let mostStretch = 0.001
  /// The most that a clock is believed to be wrong.
  package static let mostDrift = 0.02
  /// Within how many seconds a difference is taken back, as far as it may.
  private static let haste = 1.0
  private static let pointDistance = 0.05
  private static let memory = 6.0

  package init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

  /// Takes note of sound, whether it is recorded or not.
  ///
  /// - Parameter time: When it begins, in seconds of the source's times; what is no number says nothing.
  package mutating func note(_ time: Double, frameCount count: Int) {
    guard time.isFinite else { return }
    // After a gap the count means nothing.
    if let end, abs(time - end) > Self.tolerance { (points, frameCount) = ([], 0) }
    end = time + Double(count) / sampleRate
    if points.last.map({ time - $0.time >= Self.pointDistance }) ?? true {
      points.append((time, frameCount))
      if let first = points.first, time - first.time > Self.memory { points.removeFirst() }
    }
    frameCount += Double(count)
  }

  /// By which part the source's clock goes too fast, by the line through what was noted; 0 before that says anything.
  package var drift: Double {
    guard let first = points.first, let last = points.last, last.time - first.time > 0.4 else { return 0 }
    let count = Double(points.count)
    let meanTime = points.reduce(0) { $0 + ($1.time - first.time) } / count
    let meanFrames = points.reduce(0) { $0 + ($1.frames - first.frames) } / count
    var (covariance, variance) = (0.0, 0.0)
    for point in points {
      let time = point.time - first.time - meanTime
      covariance += time * (point.frames - first.frames - meanFrames)
      variance += time * time
    }
    guard variance > 0 else { return 0 }
    return min(max(covariance / variance / sampleRate - 1, -Self.mostDrift), Self.mostDrift)
  }

  /// What is done before sound that is to begin so many frames behind where it would; below 0, before.
  ///
  /// What is no number is no difference.
  package func correction(_ difference: Double) -> Correction {
    guard difference.isFinite else { return Correction(stretch: -drift) }
    if abs(difference) > Self.tolerance * sampleRate {
      return Correction(jump: Int(min(max(difference.rounded(), -0x1p62), 0x1p62)), stretch: -drift)
    }
    let wish = difference / sampleRate / Self.haste
    return Correction(stretch: min(max(wish, -Self.mostStretch), Self.mostStretch) - drift)
  }
}
