import Glibc

/// The sound that a ``SyntheticMicrophone`` records, equal in all channels.
public struct SyntheticSound: Sendable {
  private let value: @Sendable (Double) -> Double

  /// Creates a sound from a closure that returns a sample from −1 to 1 for a time in seconds.
  ///
  /// The time is on the clock of the sample buffers. Larger samples are clipped.
  public init(_ value: @escaping @Sendable (_ seconds: Double) -> Double) { self.value = value }

  /// A beep of 1 kHz in the first 100 ms of each second, at −6.02 dBFS, in step with ``FlashingScene``.
  public static let beeps = SyntheticSound { seconds in
    let part = seconds - seconds.rounded(.down)
    return part < BeepRhythm.share ? sin(2 * .pi * 1000 * part) / 2 : 0
  }

  /// Silence.
  public static let silence = SyntheticSound { _ in 0 }

  /// Returns a continuous sine tone.
  ///
  /// - Parameters:
  ///   - frequency: The frequency, in Hz.
  ///   - amplitude: The peak amplitude, 0 to 1 (default: half of full scale, −6.02 dBFS).
  public static func sine(frequency: Double, amplitude: Double = 0.5) -> SyntheticSound {
    SyntheticSound { seconds in
      let cycles = seconds * frequency
      return amplitude * sin(2 * .pi * (cycles - cycles.rounded(.down)))
    }
  }

  func value(at seconds: Double) -> Double { min(1, max(-1, value(seconds))) }
}
