import Glibc
import OpenCaptureMediaSamples

/// The motion of a face between two frames, derived from the motion of points.
///
/// The method is that of Kalal, Mikolajczyk and Matas (Forward-Backward Error, ICPR 2010). Points that don't return
/// to their start when tracked backwards are ignored. The result is the median of the others.
struct MedianFlow: Sendable, Hashable {
  /// The motion of a point.
  struct PointTrack: Sendable, Hashable {
    var from, to: Point
    /// The distance between the start and the end of tracking backwards, in pixels; infinite if the point was lost.
    var error: Double
  }

  /// The translation, in pixels of the window.
  var shift: Point
  var scale: Double
  /// The rotation, in degrees clockwise.
  var rotation: Double

  /// Computes the motion; nil if too small a fraction of points has an error within the tolerance.
  init?(_ trails: [PointTrack], tolerance: Double, minimumReliability: Double) {
    let good = trails.filter { $0.error <= tolerance }
    guard good.count >= 4, Double(good.count) >= minimumReliability * Double(trails.count) else { return nil }
    shift = Point(x: median(good.map { $0.to.x - $0.from.x }), y: median(good.map { $0.to.y - $0.from.y }))
    var ratios: [Double] = []
    var turns: [Double] = []
    // Pair each point with the one half the list away: pairs are far apart, and as many as points.
    for index in good.indices {
      let a = good[index]
      let b = good[(index + good.count / 2) % good.count]
      let before = Point(x: b.from.x - a.from.x, y: b.from.y - a.from.y)
      let after = Point(x: b.to.x - a.to.x, y: b.to.y - a.to.y)
      let length = hypot(before.x, before.y)
      let newLength = hypot(after.x, after.y)
      guard length > 3, newLength > 1 else { continue }
      ratios.append(newLength / length)
      turns.append((atan2(after.y, after.x) - atan2(before.y, before.x)) * 180 / .pi)
    }
    scale = ratios.isEmpty ? 1 : median(ratios)
    rotation = turns.isEmpty ? 0 : median(turns.map { $0.remainder(dividingBy: 360) })
  }
}

/// Returns the median of values, which must not be empty.
private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
