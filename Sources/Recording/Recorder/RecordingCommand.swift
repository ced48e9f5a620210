import OpenCaptureFlow
import OpenCaptureMediaSamples

/// What somebody asks of a recording, at a time of its source's: what comes before it isn't concerned.
struct RecordingCommand: Sendable {
  enum Kind: Sendable {
    /// Goes on in another file.
    case switchFile(RecordedFile.Order)
    case pause
    case resume
    /// Ends, with an error or because that was asked for.
    case stop(CaptureError?)
  }

  let kind: Kind
  /// Invalid for at once.
  var time: MediaTime
  /// When it was asked for, in nanoseconds of the monotonic clock.
  let arrival: UInt64
}
