/// What a ``SyntheticCamera`` does wrong.
public enum SyntheticFault: Sendable, Hashable {
  /// The frame is lost, and shows as a gap in the count.
  case drop
  /// The frame comes after so many frame durations more.
  case late(by: Int)
  /// The frame is marked as damaged.
  case damage
  /// No frame comes from here on, until ``SyntheticCamera/recover()``.
  case stall
  /// The camera is gone, until ``SyntheticCamera/recover()``.
  case vanish
}

/// When faults happen: at certain frames, and at random ones.
public struct SyntheticFaults: Sendable, Hashable {
  /// Faults at certain frames, counted from 0 since the stream began.
  public var scheduled: [UInt64: SyntheticFault]
  /// The share of frames that are lost, 0 to 1; which, the seed decides.
  public var dropRate: Double
  /// Equal seeds lose equal frames.
  public var seed: UInt64

  /// Makes a plan; by default nothing goes wrong.
  public init(scheduled: [UInt64: SyntheticFault] = [:], dropRate: Double = 0, seed: UInt64 = 0) {
    (self.scheduled, self.dropRate, self.seed) = (scheduled, dropRate, seed)
  }

  /// What happens at a frame; nil for nothing.
  func fault(at frame: UInt64) -> SyntheticFault? {
    if let fault = scheduled[frame] { return fault }
    guard dropRate > 0 else { return nil }
    // A frame's fate doesn't hang on others.
    return SplitMix64.fraction(seed: seed, at: frame) < dropRate ? .drop : nil
  }
}
