import Glibc
import OpenCaptureMediaSamples

/// A filter that smooths a measured value: strongly at rest, weakly in motion.
///
/// This is the 1€ filter of Casiez, Roussel and Vogel (CHI 2012): a low-pass filter whose cutoff grows with the
/// filtered speed of the value.
struct OneEuroFilter: Sendable, Hashable {
  /// The cutoff at rest, in hertz.
  ///
  /// A lower value reduces jitter at rest.
  let restCutoff: Double
  /// The growth of the cutoff with speed, in hertz per unit per second.
  ///
  /// A higher value reduces lag in motion.
  let speedGain: Double
  /// The cutoff for the speed, in hertz.
  let speedCutoff: Double

  /// The smoothed value; nil before the first measurement.
  private(set) var value: Double?
  /// The smoothed speed, in units per second.
  private(set) var speed = 0.0

  init(restCutoff: Double, speedGain: Double, speedCutoff: Double = 1) {
    self.restCutoff = restCutoff
    self.speedGain = speedGain
    self.speedCutoff = speedCutoff
  }

  /// Adds a measurement and returns the smoothed value.
  ///
  /// - Parameters:
  ///   - measurement: The measured value. If it isn't finite, nothing changes.
  ///   - interval: The time since the previous measurement, in seconds. If it isn't positive, the value is not
  ///     smoothed.
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

  /// Returns the weight of a measurement relative to the previous value.
  private static func weight(_ cutoff: Double, _ interval: Double) -> Double {
    let turns = 2 * Double.pi * cutoff * interval
    return turns / (turns + 1)
  }

  /// Returns the same filter with its value in another unit.
  func rescaled(to value: Double) -> Self {
    var copy = self
    if copy.value != nil { copy.value = value }
    return copy
  }
}

/// A box that follows another one smoothly.
struct SmoothedBox: Sendable, Hashable {
  private(set) var box: FaceBox
  private var x = OneEuroFilter(restCutoff: 2, speedGain: 6)
  private var y = OneEuroFilter(restCutoff: 2, speedGain: 6)
  private var size = OneEuroFilter(restCutoff: 0.6, speedGain: 1.5)
  private var roll = OneEuroFilter(restCutoff: 1.5, speedGain: 0.05)

  init(_ box: FaceBox) {
    self.box = box
    follow(box, after: 0)
  }

  /// Updates the box towards a target.
  ///
  /// Positions are filtered in units of the face's size, so that near and far faces are smoothed alike. Sizes are
  /// filtered as logarithms.
  mutating func follow(_ target: FaceBox, after interval: Double) {
    let unit = box.size
    x = x.rescaled(to: box.center.x / unit)
    y = y.rescaled(to: box.center.y / unit)
    box.center.x = x.update(target.center.x / unit, after: interval) * unit
    box.center.y = y.update(target.center.y / unit, after: interval) * unit
    box.size = exp(size.update(log(target.size), after: interval))
    box.roll = roll.update(target.roll, after: interval)
  }
}
