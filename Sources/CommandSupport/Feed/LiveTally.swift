package import OpenCaptureFlow
import OpenCaptureSession
package import OpenCaptureMediaSamples

/// The frames that a command has worked on since the first one, and when it is to end.
package struct LiveTally: Sendable {
  /// Seconds from the first frame after which the work ends; nil for never.
  private let limit: Double?
  private var start: MediaTime?
  /// From the first frame to the newest; invalid where frames have no times.
  private var elapsed = MediaTime.invalid
  /// How many frames were worked on.
  package private(set) var frameCount = 0

  package init(limit: Double?) { self.limit = limit }

  /// Whether no frame has come yet.
  package var isEmpty: Bool { start == nil }

  /// Takes note that a frame has come.
  ///
  /// - Returns: Its time from the first one; nil where the time is over.
  package mutating func admit(_ sample: SampleBuffer) -> MediaTime? {
    let first = start ?? sample.presentationTimeStamp
    start = first
    let time = sample.presentationTimeStamp - first
    if let limit, time.isNumeric, time.seconds >= limit { return nil }
    elapsed = time
    return time
  }

  /// Takes note that a frame was worked on.
  package mutating func count() { frameCount += 1 }

  /// How fast frames are worked on, such as `29.9 fps`, once that can be said, and then what else is to be said.
  package func status(_ rest: String) -> String {
    guard elapsed.isNumeric, elapsed.seconds > 0 else { return rest }
    return "\((Double(frameCount) / elapsed.seconds * 10).rounded() / 10) fps, \(rest)"
  }
}

extension DropCounts {
  /// How many frames were dropped, by reason, in words.
  package var words: String {
    let reasons = [(late, "late"), (outOfBuffers, "out of buffers"), (discontinuity, "lost")]
    let parts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "none dropped" : "dropped: " + parts.joined(separator: ", ")
  }
}
