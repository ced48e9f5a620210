import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// The frame durations that a format can have (`AVFrameRateRange`).
public struct FrameRateRange: Sendable, Hashable {
  /// Which durations between the shortest and the longest there are.
  public enum Step: Sendable, Hashable {
    /// One alone: the shortest is the longest.
    case discrete
    /// The shortest and whole multiples of this more.
    case stepwise(MediaTime)
    /// All.
    case continuous
  }

  /// The duration of a frame at the highest rate.
  public let minFrameDuration: MediaTime
  /// The duration of a frame at the lowest rate.
  public let maxFrameDuration: MediaTime
  /// Which durations between the two there are.
  public let step: Step

  /// Makes a range.
  public init(minFrameDuration: MediaTime, maxFrameDuration: MediaTime, step: Step = .continuous) {
    (self.minFrameDuration, self.maxFrameDuration, self.step) = (minFrameDuration, maxFrameDuration, step)
  }

  /// Makes the range of one duration.
  public init(_ frameDuration: MediaTime) {
    self.init(minFrameDuration: frameDuration, maxFrameDuration: frameDuration, step: .discrete)
  }

  /// The lowest rate, in frames per second.
  public var minFrameRate: Double { 1 / maxFrameDuration.seconds }

  /// The highest rate, in frames per second.
  public var maxFrameRate: Double { 1 / minFrameDuration.seconds }

  /// Whether a camera can be asked for this duration and be expected to grant it.
  public func contains(_ duration: MediaTime) -> Bool { nearest(to: duration) == duration }

  /// The duration in this range that is nearest to another.
  public func nearest(to duration: MediaTime) -> MediaTime {
    let inside = min(max(duration, minFrameDuration), maxFrameDuration)
    guard case .stepwise(let step) = step, step > .zero else { return inside }
    let steps = ((inside - minFrameDuration).seconds / step.seconds).rounded()
    return min(minFrameDuration + step * Int(steps), maxFrameDuration)
  }
}

extension FrameRateRange: CustomStringConvertible {
  /// Such as `30` or `5–30`, in frames per second.
  public var description: String {
    let (low, high) = (minFrameRate.briefly, maxFrameRate.briefly)
    return low == high ? high : "\(low)–\(high)"
  }
}
