package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Who says when a source's next sample comes.
public enum Pacing: Sendable, Hashable {
  /// The samples' own times, on the system's clock: as from a camera.
  case realTime
  /// Nobody: one follows the other as fast as they are made, and taken where the source can wait.
  case unpaced
  /// Whoever steps the source, on the thread that does.
  case stepped
}

/// When samples are due that come at their own times: a value without a clock.
package struct Pace: Sendable {
  /// When the first one is, in nanoseconds.
  private let start: UInt64
  /// The time of that one; invalid before it came.
  private var origin: MediaTime

  /// Begins now.
  ///
  /// - Parameters:
  ///   - start: In nanoseconds.
  ///   - origin: The media's time then; default that of the first sample.
  package init(start: UInt64 = MonotonicClock.now(), origin: MediaTime = .invalid) {
    (self.start, self.origin) = (start, origin)
  }

  /// When the sample of this time is due, in nanoseconds; at once where it has none.
  package mutating func due(_ time: MediaTime) -> UInt64 {
    if !origin.isNumeric { origin = time }
    let place = (time - origin).convertScale(1_000_000_000)
    return place.isNumeric ? start &+ UInt64(max(0, place.value)) : start
  }
}
