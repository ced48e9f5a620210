import Dispatch
import OpenCaptureFlow
import OpenCaptureMediaSamples

/// Who is told of a recording, on a queue, one thing after another.
struct RecordingClient: Sendable {
  /// What happens to a recording.
  enum Event: Sendable {
    /// It has begun, with what has this time of the source's.
    case started(MediaTime)
    case paused
    case resumed
    /// It is over: without an error because that was asked for.
    case finished(CaptureError?)
  }

  private let queue: DispatchQueue
  private let body: @Sendable (Event) -> Void

  init(on queue: DispatchQueue, _ body: @escaping @Sendable (Event) -> Void) {
    (self.queue, self.body) = (queue, body)
  }

  func tell(_ event: Event) { queue.async { [body] in body(event) } }
}
