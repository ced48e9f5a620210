/// A frame as far as it matters who gets it.
struct PhotoFrame: Sendable, Hashable {
  /// When it was exposed, in nanoseconds of the system's clock; nil where its time is by another one.
  var stamp: UInt64?
  /// How long it lasts, in nanoseconds.
  var duration: UInt64 = 33_333_333
  /// When it came, in nanoseconds of the system's clock.
  var arrival: UInt64
  /// Whether its data is damaged.
  var isDamaged = false
  /// Whether the camera is adjusting exposure.
  var isAdjusting = false

  /// Whether it was exposed at that time or later; of a frame with another clock, whether it came later.
  func isExposed(from time: UInt64) -> Bool { (stamp ?? arrival) >= time }
}
