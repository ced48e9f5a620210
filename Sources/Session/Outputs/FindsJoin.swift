import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// Makes one report a frame of what several detectors find at their own pace: a state machine without threads or locks.
///
/// A report holds what every detector found last. It is made for a frame as soon as the detectors that keep pace are
/// done with it; one that doesn't, since the next frame came while it worked, is not waited for, and what it finds
/// comes with the next report. A detector that was waited for in vain, because it is slow for the first time, delays a
/// report until the next frame is done.
struct FindsJoin: Lockable {
  /// What is to be told.
  struct Report: Sendable {
    /// What each detector found last, in the order of the detectors.
    let objects: [any MetadataObject]
    /// The newest frame that one of them is done with, and its place in the count of those that came.
    let origin: Origin
    let number: UInt64
  }

  /// A frame, as far as reports tell of it.
  struct Origin: Sendable {
    let time: MediaTime
    let connection: CaptureConnection
  }

  private struct Lane {
    var objects: [any MetadataObject] = []
    /// The frames that it works on, and was done with last.
    var (current, last): (UInt64?, UInt64) = (nil, 0)
    /// Whether it was done with its last frame before the next one came.
    var keepsPace = true
    var hasEnded = false
  }

  private var lanes: [Lane]
  /// How many frames came, and the time of the last.
  private var (count, newestTime): (UInt64, MediaTime) = (0, .invalid)
  /// What the next report is for.
  private var pending: (number: UInt64, origin: Origin)?
  private var (reported, lastOrigin): (UInt64, Origin?) = (0, nil)
  /// Whether something was found after the last report that was to hold it.
  private var hasLateFinds = false
  /// The newest of the frames of which nobody is to be told any more.
  private var forgotten: UInt64 = 0

  init(laneCount: Int) { lanes = Array(repeating: Lane(), count: laneCount) }

  /// Takes note of a frame that is about to be offered to all detectors.
  mutating func arrive(at time: MediaTime) { (count, newestTime) = (count + 1, time) }

  /// Takes note that a detector begins with a frame: the newest, or the one before where the newest is on its way to it.
  mutating func begin(_ lane: Int, at time: MediaTime) {
    if lanes[lane].hasEnded {
      for index in lanes.indices where lanes[index].hasEnded {
        (lanes[index].objects, lanes[index].hasEnded) = ([], false)
      }
    }
    lanes[lane].current = time == newestTime ? count : count - 1
  }

  /// Takes what a detector found in the frame that it began with; what is to be told now, in this order.
  mutating func finish(_ lane: Int, _ objects: [any MetadataObject], in origin: Origin) -> [Report] {
    guard let number = lanes[lane].current.take(), number > forgotten else { return [] }
    var reports: [Report] = []
    if let late = pending?.number, late < number {
      for index in lanes.indices where isAwaited(lanes[index], for: late) { lanes[index].keepsPace = false }
      reports += [take()].compactMap(\.self)
    }
    (lanes[lane].objects, lanes[lane].last) = (objects, number)
    lanes[lane].keepsPace = number == count
    switch number {
    case ...reported: hasLateFinds = true
    case (pending?.number ?? 0)...: pending = (number, origin)
    default: break
    }
    if let next = pending?.number, !lanes.contains(where: { isAwaited($0, for: next) }) {
      reports += [take()].compactMap(\.self)
    }
    return reports
  }

  /// Takes note that a detector is at the end of the stream; what was found too late to be told, once all are.
  mutating func end(_ lane: Int) -> Report? {
    lanes[lane].hasEnded = true
    guard lanes.allSatisfy(\.hasEnded), pending != nil || hasLateFinds else { return nil }
    return take()
  }

  /// Forgets what was found, and what will be in the frames that came until now: nobody is to be told of it any more.
  mutating func forget() {
    forgotten = count
    for index in lanes.indices { lanes[index].objects = [] }
    (pending, lastOrigin, hasLateFinds) = (nil, nil, false)
  }

  private func isAwaited(_ lane: Lane, for number: UInt64) -> Bool {
    lane.keepsPace && lane.last < number && (lane.current ?? number) >= number
  }

  private mutating func take() -> Report? {
    if let pending { (reported, lastOrigin) = (pending.number, pending.origin) }
    (pending, hasLateFinds) = (nil, false)
    guard let origin = lastOrigin else { return nil }
    return Report(objects: lanes.flatMap(\.objects), origin: origin, number: reported)
  }
}
