import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// A range of frame durations of a format (`AVFrameRateRange`).
public struct FrameRateRange: Sendable, Hashable, CustomStringConvertible {
  /// The available durations between the shortest and the longest.
  public enum Step: Sendable, Hashable {
    /// A single duration: the shortest equals the longest.
    case discrete
    /// The shortest duration plus multiples of this step.
    case stepwise(MediaTime)
    /// All durations.
    case continuous
  }

  /// The duration of a frame at the highest rate.
  public let minFrameDuration: MediaTime
  /// The duration of a frame at the lowest rate.
  public let maxFrameDuration: MediaTime
  /// The available durations between the two.
  public let step: Step

  /// Creates a range.
  public init(minFrameDuration: MediaTime, maxFrameDuration: MediaTime, step: Step = .continuous) {
    self.minFrameDuration = minFrameDuration
    self.maxFrameDuration = maxFrameDuration
    self.step = step
  }

  /// Creates a range with a single duration.
  public init(_ frameDuration: MediaTime) {
    self.init(minFrameDuration: frameDuration, maxFrameDuration: frameDuration, step: .discrete)
  }

  /// The lowest rate, in frames per second.
  public var minFrameRate: Double { 1 / maxFrameDuration.seconds }

  /// The highest rate, in frames per second.
  public var maxFrameRate: Double { 1 / minFrameDuration.seconds }

  /// Returns whether the range offers a duration exactly.
  public func contains(_ duration: MediaTime) -> Bool { nearest(to: duration) == duration }

  /// Returns the available duration nearest to the given one.
  public func nearest(to duration: MediaTime) -> MediaTime {
    let inside = min(max(duration, minFrameDuration), maxFrameDuration)
    guard case .stepwise(let step) = step, step > .zero else { return inside }
    let steps = ((inside - minFrameDuration).seconds / step.seconds).rounded()
    return min(minFrameDuration + step * Int(steps), maxFrameDuration)
  }

  /// The rates as text in frames per second, such as `30` or `5–30`.
  public var description: String {
    let low = minFrameRate.shortDescription
    let high = maxFrameRate.shortDescription
    return low == high ? high : "\(low)–\(high)"
  }
}
