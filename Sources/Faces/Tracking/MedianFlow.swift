import Glibc
import OpenCaptureMediaSamples

/// How a face moved from one frame to the next, from how points on it did.
///
/// After Kalal, Mikolajczyk and Matas (Forward-Backward Error, ICPR 2010): points that don't come back to where they
/// started when followed backwards are left out, and of the others the median counts.
struct MedianFlow: Sendable, Hashable {
  /// Where a point went.
  struct Trail: Sendable, Hashable {
    var from, to: Point
    /// How far from where it started it ended when followed back, in pixels; infinite where it was lost.
    var error: Double
  }

  /// How far it moved, in pixels of the window.
  var shift: Point
  /// How many times as large it became.
  var scale: Double
  /// How far it turned, in degrees clockwise.
  var rotation: Double
  /// The share of points that can be trusted, 0 to 1.
  var trust: Double

  /// nil where too few points can be trusted.
  ///
  /// - Parameters:
  ///   - trails: Where points went.
  ///   - tolerance: How far from its start a point may come back, in pixels.
  ///   - leastTrust: The share of points that must be trusted.
  init?(_ trails: [Trail], tolerance: Double, leastTrust: Double) {
    let good = trails.filter { $0.error <= tolerance }
    guard good.count >= 4, Double(good.count) >= leastTrust * Double(trails.count) else { return nil }
    trust = Double(good.count) / Double(trails.count)
    shift = Point(
      x: median(good.map { $0.to.x - $0.from.x }), y: median(good.map { $0.to.y - $0.from.y }))
    var (ratios, turns): ([Double], [Double]) = ([], [])
    // Each point with the one half the list away: far apart, and no more pairs than points.
    for index in good.indices {
      let (a, b) = (good[index], good[(index + good.count / 2) % good.count])
      let before = Point(x: b.from.x - a.from.x, y: b.from.y - a.from.y)
      let after = Point(x: b.to.x - a.to.x, y: b.to.y - a.to.y)
      let (length, newLength) = (hypot(before.x, before.y), hypot(after.x, after.y))
      guard length > 3, newLength > 1 else { continue }
      ratios.append(newLength / length)
      turns.append((atan2(after.y, after.x) - atan2(before.y, before.x)) * 180 / .pi)
    }
    scale = ratios.isEmpty ? 1 : median(ratios)
    rotation = turns.isEmpty ? 0 : median(turns.map { $0.remainder(dividingBy: 360) })
  }
}

/// The middle of some values, of which there is at least one.
private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
