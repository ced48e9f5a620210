/// Which frames are wanted of a stream of which one is enough now and then: a value without a clock.
package struct Timetable: Sendable {
  /// How far they are apart at least.
  package let interval: MediaTime
  private var first = MediaTime.invalid
  private var next = MediaTime.invalid

  package init(interval: MediaTime) { self.interval = interval }

  /// Whether the frame of this time is wanted; one without a time always is.
  package mutating func isDue(_ time: MediaTime) -> Bool {
    guard time.isNumeric, interval > .zero else { return true }
    guard next.isNumeric else {
      next = time + interval
      return true
    }
    guard time >= next else { return false }
    // After a gap the beat goes on from here.
    next = time >= next + interval ? time + interval : next + interval
    return true
  }
}
