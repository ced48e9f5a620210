public import OpenCaptureMediaSamples

/// A fault of a ``SyntheticCamera``.
public enum SyntheticFault: Sendable, Hashable {
  /// The frame is lost, which leaves a gap in the sequence numbers.
  case drop
  /// The frame is late by the given number of frame durations.
  case late(by: Int)
  /// The frame is marked as damaged.
  case damage
  /// The camera delivers no more frames until ``SyntheticCamera/recover()``.
  case stall
  /// The camera is disconnected until ``SyntheticCamera/recover()``.
  case vanish
}

/// The faults of a ``SyntheticCamera``, at scheduled and at random frames.
public struct SyntheticFaults: Sendable, Hashable {
  /// The faults by frame number, counted from 0 at the start of the stream.
  public var scheduled: [UInt64: SyntheticFault]
  /// The fraction of frames lost at random, 0 to 1.
  public var dropRate: Double
  /// The seed of the random losses; equal seeds lose the same frames.
  public var seed: UInt64

  /// Creates a plan of faults (default: none).
  public init(scheduled: [UInt64: SyntheticFault] = [:], dropRate: Double = 0, seed: UInt64 = 0) {
    self.scheduled = scheduled
    self.dropRate = dropRate
    self.seed = seed
  }

  /// Returns the fault at a frame, or nil.
  func fault(at frame: UInt64) -> SyntheticFault? {
    if let fault = scheduled[frame] { return fault }
    guard dropRate > 0 else { return nil }
    // The losses are independent of each other.
    return SplitMix64.fraction(seed: seed, at: frame) < dropRate ? .drop : nil
  }
}

/// A fault of a ``SyntheticMicrophone``.
public enum SyntheticSoundFault: Sendable, Hashable {
  /// The given number of sample buffers is lost, which leaves a gap in timestamps and numbers, like an overrun.
  case gap(count: Int)
  /// The microphone delivers no more sound until ``SyntheticMicrophone/recover()``.
  case stall
  /// The microphone is disconnected until ``SyntheticMicrophone/recover()``.
  case vanish
}

/// The faults of a ``SyntheticMicrophone``, at scheduled sample buffers and permanent ones.
public struct SyntheticSoundFaults: Sendable, Hashable {
  /// The faults by sample buffer number, counted from 0 at the start of the stream.
  public var scheduled: [UInt64: SyntheticSoundFault]
  /// The clock error, in parts per million: positive if the clock is fast (−10,000 to 10,000; default: 0).
  ///
  /// Frames of a fast clock are closer together than the sample rate says. Their timestamps are correct.
  public var drift: Double
  /// The maximum random delay of a sample buffer, in real time (default: none).
  ///
  /// Timestamps do not include the delay.
  public var jitter: MediaTime
  /// The seed of the random delays; equal seeds give equal delays.
  public var seed: UInt64

  /// Creates a plan of faults (default: none).
  public init(
    scheduled: [UInt64: SyntheticSoundFault] = [:], drift: Double = 0, jitter: MediaTime = .zero, seed: UInt64 = 0
  ) {
    self.scheduled = scheduled
    self.drift = drift
    self.jitter = jitter
    self.seed = seed
  }

  /// Returns the delay of a sample buffer, in nanoseconds.
  func delay(of buffer: UInt64) -> UInt64 {
    let maximum = jitter.convertScale(1_000_000_000)
    guard maximum.isNumeric, maximum.value > 0 else { return 0 }
    return UInt64(SplitMix64.fraction(seed: seed, at: buffer) * Double(maximum.value))
  }
}

/// A source of pseudo-random numbers by index: one step of SplitMix64 (Steele, Lea and Flood).
enum SplitMix64 {
  /// Returns the number at an index, at least 0 and less than 1, independent of other indices.
  static func fraction(seed: UInt64, at index: UInt64) -> Double {
    var mixed = seed &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
