import Glibc
import OpenCaptureMediaSamples

/// A box that follows another one, smoothly.
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

  /// Goes a step after a box.
  ///
  /// Places are filtered in sizes of the face, so that near and far faces are smoothed alike; sizes as logarithms.
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
