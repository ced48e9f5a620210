import Glibc

/// What a ``SyntheticMicrophone`` hears, in all its channels.
public struct SyntheticSound: Sendable {
  private let value: @Sendable (Double) -> Double

  /// Hears what a closure gives for each moment: a number from −1 to 1 for a time in seconds.
  ///
  /// Times are on the clock of the sample buffers' times. What is beyond is cut off.
  public init(_ value: @escaping @Sendable (_ seconds: Double) -> Double) { self.value = value }

  /// 1 kHz for the first 100 ms of each second, at half of full scale, −6.02 dBFS; in step with ``FlashingScene``.
  public static let beeps = SyntheticSound { seconds in
    let part = seconds - seconds.rounded(.down)
    return part < Clapper.share ? sin(2 * .pi * 1000 * part) / 2 : 0
  }

  /// Nothing.
  public static let silence = SyntheticSound { _ in 0 }

  /// A tone that never ends.
  ///
  /// - Parameters:
  ///   - frequency: In Hz.
  ///   - amplitude: Of its peaks, 0 to 1; default half of full scale, −6.02 dBFS.
  public static func sine(frequency: Double, amplitude: Double = 0.5) -> SyntheticSound {
    SyntheticSound { seconds in
      let turns = seconds * frequency
      return amplitude * sin(2 * .pi * (turns - turns.rounded(.down)))
    }
  }

  func value(at seconds: Double) -> Double { min(1, max(-1, value(seconds))) }
}
