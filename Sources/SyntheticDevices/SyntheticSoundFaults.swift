public import OpenCaptureMediaSamples

/// What a ``SyntheticMicrophone`` does wrong at a moment.
public enum SyntheticSoundFault: Sendable, Hashable {
  /// So many sample buffers are lost, from this one on: a gap in times and count, as behind an overrun.
  case gap(count: Int)
  /// Nothing comes from here on, until ``SyntheticMicrophone/recover()``.
  case stall
  /// The microphone is gone, until ``SyntheticMicrophone/recover()``.
  case vanish
}

/// What is wrong with a ``SyntheticMicrophone``: at certain sample buffers, and all the time.
public struct SyntheticSoundFaults: Sendable, Hashable {
  /// Faults at certain sample buffers, counted from 0 since the stream began.
  public var scheduled: [UInt64: SyntheticSoundFault]
  /// How much faster its clock runs than the system's, in parts per million, −10,000 to 10,000; default 0.
  ///
  /// Its frames are then closer together in time than the rate says; the times that they have are right.
  public var drift: Double
  /// How much later than it could a sample buffer comes at most, in real time; default not at all.
  ///
  /// Times don't show it.
  public var jitter: MediaTime
  /// Equal seeds make sample buffers equally late.
  public var seed: UInt64

  /// Makes a plan; by default nothing goes wrong.
  public init(
    scheduled: [UInt64: SyntheticSoundFault] = [:], drift: Double = 0, jitter: MediaTime = .zero, seed: UInt64 = 0
  ) {
    (self.scheduled, self.drift, self.jitter, self.seed) = (scheduled, drift, jitter, seed)
  }

  /// By how many nanoseconds a sample buffer is late.
  func delay(of buffer: UInt64) -> UInt64 {
    let most = jitter.convertScale(1_000_000_000)
    guard most.isNumeric, most.value > 0 else { return 0 }
    return UInt64(SplitMix64.fraction(seed: seed, at: buffer) * Double(most.value))
  }
}
