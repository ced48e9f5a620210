/// Smooths a value that is measured again and again: strongly while it rests, hardly while it moves.
///
/// The 1€ filter of Casiez, Roussel and Vogel (CHI 2012): a low-pass filter whose cutoff grows with the speed of the
/// value, which is low-passed itself.
struct OneEuroFilter: Sendable, Hashable {
  /// The cutoff at rest, in hertz: the lower, the less a resting value shakes.
  let restCutoff: Double
  /// How much the cutoff grows with the speed, in hertz per unit a second: the higher, the less a moving value lags.
  let speedGain: Double
  /// The cutoff for the speed itself, in hertz.
  let speedCutoff: Double

  /// The smoothed value; nil before the first measurement.
  private(set) var value: Double?
  /// The smoothed speed, in units a second.
  private(set) var speed = 0.0

  init(restCutoff: Double, speedGain: Double, speedCutoff: Double = 1) {
    (self.restCutoff, self.speedGain, self.speedCutoff) = (restCutoff, speedGain, speedCutoff)
  }

  /// Takes a measurement, and gives the smoothed value.
  ///
  /// - Parameters:
  ///   - measurement: What was measured; where it is not finite, nothing changes.
  ///   - interval: Seconds since the one before; where that is not above 0, the value is taken as it is.
  mutating func update(_ measurement: Double, after interval: Double) -> Double {
    guard measurement.isFinite else { return value ?? measurement }
    guard let last = value, interval > 0, interval.isFinite else {
      value = measurement
      return measurement
    }
    speed += Self.weight(speedCutoff, interval) * ((measurement - last) / interval - speed)
    let smoothed = last + Self.weight(restCutoff + speedGain * abs(speed), interval) * (measurement - last)
    value = smoothed
    return smoothed
  }

  /// How much a measurement weighs against the value so far.
  private static func weight(_ cutoff: Double, _ interval: Double) -> Double {
    let turns = 2 * Double.pi * cutoff * interval
    return turns / (turns + 1)
  }

  /// The same filter, its value expressed in another unit.
  func rescaled(to value: Double) -> Self {
    var copy = self
    if copy.value != nil { copy.value = value }
    return copy
  }
}
