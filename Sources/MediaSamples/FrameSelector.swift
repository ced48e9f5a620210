/// A selection of the frames of a stream at a minimum interval, by their timestamps.
package struct FrameSelector: Sendable {
  /// The minimum interval between selected frames.
  package let interval: MediaTime
  private var next = MediaTime.invalid

  package init(interval: MediaTime) { self.interval = interval }

  /// Returns whether to select the frame of this time; a frame without a time is always selected.
  package mutating func isDue(_ time: MediaTime) -> Bool {
    guard time.isNumeric, interval > .zero else { return true }
    guard next.isNumeric else {
      next = time + interval
      return true
    }
    guard time >= next else { return false }
    // After a gap, the interval starts anew.
    next = time >= next + interval ? time + interval : next + interval
    return true
  }
}
