import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// A combiner of the detections of several detectors into one report per frame, without threads or locks.
///
/// A report holds the latest detections of every detector. It is made when all detectors that keep pace have
/// finished the frame. A detector that is still working when the next frame arrives does not keep pace. Its
/// detections are added to the next report. When a detector first becomes slow, one report is delayed until the
/// next frame is finished.
struct DetectionCombiner: Lockable {
  /// A report for one frame.
  struct Report: Sendable {
    /// The latest detections of each detector, in the order of the detectors.
    let objects: [any MetadataObject]
    /// The newest frame that a detector has finished.
    let origin: Origin
    /// The number of that frame among the received ones.
    let number: UInt64
  }

  /// The time and connection of a frame.
  struct Origin: Sendable {
    let time: MediaTime
    let connection: CaptureConnection
  }

  private struct Detector {
    var objects: [any MetadataObject] = []
    /// The frame that the detector is processing.
    var current: UInt64? = nil
    /// The last frame that it finished.
    var last: UInt64 = 0
    /// Whether it finished its last frame before the next one arrived.
    var keepsPace = true
    var hasEnded = false
  }

  private var detectors: [Detector]
  /// The number of received frames.
  private var count: UInt64 = 0
  /// The time of the last received frame.
  private var newestTime = MediaTime.invalid
  /// The frame of the next report.
  private var pending: (number: UInt64, origin: Origin)?
  private var reported: UInt64 = 0
  private var lastOrigin: Origin?
  /// Whether detections arrived after the report of their frame.
  private var hasLateDetections = false
  /// The newest frame whose detections must not be reported.
  private var lastDiscarded: UInt64 = 0

  init(detectorCount: Int) { detectors = Array(repeating: Detector(), count: detectorCount) }

  /// Records a frame that is about to be offered to all detectors.
  mutating func arrive(at time: MediaTime) {
    count += 1
    newestTime = time
  }

  /// Records that a detector begins the newest frame, or the one before if the newest has not reached it yet.
  mutating func begin(_ index: Int, at time: MediaTime) {
    if detectors[index].hasEnded {
      for other in detectors.indices where detectors[other].hasEnded {
        detectors[other].objects = []
        detectors[other].hasEnded = false
      }
    }
    detectors[index].current = time == newestTime ? count : count - 1
  }

  /// Records the detections of a detector in its current frame and returns the reports to make, in order.
  mutating func finish(_ index: Int, _ objects: [any MetadataObject], in origin: Origin) -> [Report] {
    guard let number = detectors[index].current.take(), number > lastDiscarded else { return [] }
    var reports: [Report] = []
    if let late = pending?.number, late < number {
      for other in detectors.indices where isAwaited(detectors[other], for: late) {
        detectors[other].keepsPace = false
      }
      reports += [take()].compactMap(\.self)
    }
    detectors[index].objects = objects
    detectors[index].last = number
    detectors[index].keepsPace = number == count
    switch number {
    case ...reported: hasLateDetections = true
    case (pending?.number ?? 0)...: pending = (number, origin)
    default: break
    }
    if let next = pending?.number, !detectors.contains(where: { isAwaited($0, for: next) }) {
      reports += [take()].compactMap(\.self)
    }
    return reports
  }

  /// Records the end of the stream at a detector; after the last one, returns a report of late detections, if any.
  mutating func end(_ index: Int) -> Report? {
    detectors[index].hasEnded = true
    guard detectors.allSatisfy(\.hasEnded), pending != nil || hasLateDetections else { return nil }
    return take()
  }

  /// Discards all detections, including future ones in the frames received so far.
  mutating func forget() {
    lastDiscarded = count
    for index in detectors.indices { detectors[index].objects = [] }
    pending = nil
    lastOrigin = nil
    hasLateDetections = false
  }

  private func isAwaited(_ detector: Detector, for number: UInt64) -> Bool {
    detector.keepsPace && detector.last < number && (detector.current ?? number) >= number
  }

  private mutating func take() -> Report? {
    if let pending {
      reported = pending.number
      lastOrigin = pending.origin
    }
    pending = nil
    hasLateDetections = false
    guard let origin = lastOrigin else { return nil }
    return Report(objects: detectors.flatMap(\.objects), origin: origin, number: reported)
  }
}
