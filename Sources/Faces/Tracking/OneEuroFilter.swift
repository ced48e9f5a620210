import Glibc
import OpenCaptureMediaSamples

/// A filter that smooths a measured value: strongly at rest, weakly in motion.
///
/// This is the 1€ filter of Casiez, Roussel and Vogel (CHI 2012): a low-pass filter whose cutoff grows with the
/// filtered speed of the value.
struct OneEuroFilter: Sendable, Hashable {
  /// The cutoff at rest, in hertz; a lower value reduces jitter.
  let restCutoff: Double
  /// The growth of the cutoff with speed, in hertz per unit per second; a higher value reduces lag.
  let speedGain: Double
  /// The cutoff for the speed, in hertz.
  private static let speedCutoff = 1.0

  /// The smoothed value; nil before the first measurement.
  private(set) var value: Double?
  /// The smoothed speed, in units per second.
  private(set) var speed = 0.0

  /// Adds a measurement, unless it isn't finite, and returns the smoothed value.
  ///
  /// - Parameter interval: The time in seconds since the previous measurement; no smoothing unless it is positive.
  mutating func update(_ measurement: Double, after interval: Double) -> Double {
    guard measurement.isFinite else { return value ?? measurement }
    guard let last = value, interval > 0, interval.isFinite else {
      value = measurement
      return measurement
    }
    speed += Self.weight(Self.speedCutoff, interval) * ((measurement - last) / interval - speed)
    let smoothed = last + Self.weight(restCutoff + speedGain * abs(speed), interval) * (measurement - last)
    value = smoothed
    return smoothed
  }

  /// Returns the weight of a measurement relative to the previous value.
  private static func weight(_ cutoff: Double, _ interval: Double) -> Double {
    let turns = 2 * Double.pi * cutoff * interval
    return turns / (turns + 1)
  }

  /// Converts the value to another unit.
  mutating func rescale(to value: Double) {
    if self.value != nil { self.value = value }
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
    x.rescale(to: box.center.x / unit)
    y.rescale(to: box.center.y / unit)
    box.center.x = x.update(target.center.x / unit, after: interval) * unit
    box.center.y = y.update(target.center.y / unit, after: interval) * unit
    box.size = exp(size.update(log(target.size), after: interval))
    box.roll = roll.update(target.roll, after: interval)
  }
}
