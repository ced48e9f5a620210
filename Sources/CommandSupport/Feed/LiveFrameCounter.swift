package import OpenCaptureFlow
import OpenCaptureSession
package import OpenCaptureMediaSamples

/// A count of the processed frames since the first one, with a time limit.
package struct LiveFrameCounter: Sendable {
  /// The time limit in seconds from the first frame; nil for none.
  private let limit: Double?
  private var start: MediaTime?
  /// The time from the first frame to the newest; invalid if frames have no times.
  private var elapsed = MediaTime.invalid
  /// The number of processed frames.
  package private(set) var frameCount = 0

  package init(limit: Double?) { self.limit = limit }

  /// Whether no frame has arrived yet.
  package var isEmpty: Bool { start == nil }

  /// Records that a frame has arrived.
  ///
  /// - Returns: The frame's time since the first one; nil if the time limit is reached.
  package mutating func admit(_ sample: SampleBuffer) -> MediaTime? {
    let first = start ?? sample.presentationTimeStamp
    start = first
    let time = sample.presentationTimeStamp - first
    if let limit, time.isNumeric, time.seconds >= limit { return nil }
    elapsed = time
    return time
  }

  /// Records that a frame was processed.
  package mutating func count() { frameCount += 1 }

  /// Returns the frame rate, such as `29.9 fps`, if known, followed by the given text.
  package func status(_ rest: String) -> String {
    guard elapsed.isNumeric, elapsed.seconds > 0 else { return rest }
    return "\((Double(frameCount) / elapsed.seconds * 10).rounded() / 10) fps, \(rest)"
  }
}

extension DropCounts {
  /// The number of dropped frames by reason, as text.
  package var words: String {
    let reasons = [(late, "late"), (outOfBuffers, "out of buffers"), (discontinuity, "lost")]
    let parts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "none dropped" : "dropped: " + parts.joined(separator: ", ")
  }
}
