import Glibc
import OpenCaptureMediaSamples

/// A zoom factor on its way to another, doubling or halving so many times a second.
struct ZoomRamp: Sendable, Equatable {
  let start: Double
  let goal: Double
  /// Doublings per second, above 0.
  let rate: Double
  private(set) var startTime = MediaTime.invalid

  init(from start: Double, to goal: Double, rate: Double) {
    (self.start, self.goal, self.rate) = (start, goal, rate)
  }

  /// The factor for the frame of this time; the first frame that asks is the start.
  mutating func factor(at time: MediaTime) -> Double {
    if !startTime.isNumeric { startTime = time }
    let elapsed = (time - startTime).seconds
    guard elapsed > 0 else { return start }
    let factor = start * exp2(elapsed * rate * (goal > start ? 1 : -1))
    return goal > start ? min(factor, goal) : max(factor, goal)
  }
}
