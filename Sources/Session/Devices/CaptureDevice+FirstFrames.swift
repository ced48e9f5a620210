import Dispatch
package import OpenCaptureMediaSamples
import OpenCaptureSystem

extension CaptureDevice {
  /// Where is told that frames show what was set.
  private static let firstFrameQueue = DispatchQueue(label: "capture.first-frames")

  /// Calls a handler, on a queue for all of them, with the time of the first frame that shows what is set now; at once with the
  /// time now where no session streams from the device, and where its stream ends before.
  package func whenFramesShow(_ handler: @escaping @Sendable (MediaTime) -> Void) {
    let delay = controlDelay
    let waits = state.withLock { state in
      guard state.streaming != nil else { return false }
      state.firstFrames.add(handler, since: MonotonicClock.now(), delay: delay)
      return true
    }
    if !waits { Self.tell([handler], .hostTime) }
  }

  /// Takes note of a frame.
  func firstFramesDidAdvance(to time: MediaTime) {
    let due = state.withLock { state in
      state.firstFrames.isEmpty
        ? [] : state.firstFrames.advance(to: time.onHostClock(at: MonotonicClock.now()))
    }
    Self.tell(due, time)
  }

  /// Takes note that no frames come any more.
  func firstFramesDidEnd() { Self.tell(state.withLock { $0.firstFrames.end() }, .hostTime) }

  private static func tell(_ handlers: [FirstFrames.Handler], _ time: MediaTime) {
    guard !handlers.isEmpty else { return }
    firstFrameQueue.async { for handler in handlers { handler(time) } }
  }
}
