import Dispatch
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The callers that wait for the first frame with a new setting, without threads or locks.
struct FirstFrameWaits: Sendable {
  /// A function that receives the time of a frame.
  typealias Handler = @Sendable (MediaTime) -> Void

  private struct Wait: Sendable {
    /// The time of the change, in nanoseconds of the host clock.
    let start: UInt64
    /// The number of frames that still show the old setting.
    var delay: Int
    let handler: Handler
  }

  private var waits: [Wait] = []

  /// Whether no caller is waiting.
  var isEmpty: Bool { waits.isEmpty }

  /// Adds a caller that waits for a change at a time of the host clock, which is visible after `delay` frames.
  mutating func add(_ handler: @escaping Handler, since start: UInt64, delay: Int) {
    waits.append(Wait(start: start, delay: delay, handler: handler))
  }

  /// Processes a frame, and returns the handlers to call for it.
  ///
  /// - Parameter stamp: The time of the frame on the host clock; nil for a time of another clock.
  mutating func advance(to stamp: UInt64?) -> [Handler] {
    var due: [Handler] = []
    for index in waits.indices.reversed() {
      // The frame was exposed before the change.
      if let stamp, stamp < waits[index].start { continue }
      waits[index].delay -= 1
      if waits[index].delay < 0 { due.append(waits.remove(at: index).handler) }
    }
    return due.reversed()
  }

  /// Ends all waits, and returns the handlers of the waiting callers.
  mutating func end() -> [Handler] {
    defer { waits = [] }
    return waits.map(\.handler)
  }
}

extension CaptureDevice {
  /// The queue that calls the handlers.
  private static let firstFrameQueue = DispatchQueue(label: "capture.first-frames")

  /// Calls a handler with the time of the first frame that shows the current settings.
  ///
  /// Without a stream, the handler is called at once with the current time. All handlers run on one serial queue.
  package func callWhenFramesShowChanges(_ handler: @escaping @Sendable (MediaTime) -> Void) {
    let delay = controlDelay
    let waits = state.withLock { state in
      guard state.streaming != nil else { return false }
      state.firstFrames.add(handler, since: MonotonicClock.now(), delay: delay)
      return true
    }
    if !waits { Self.call([handler], .hostTime) }
  }

  /// Processes the time of a frame.
  func firstFramesDidAdvance(to time: MediaTime) {
    Self.call(state.withLock { $0.firstFrames.advance(to: time.onHostClock(at: MonotonicClock.now())) }, time)
  }

  /// Handles the end of the stream.
  func firstFramesDidEnd() { Self.call(state.withLock { $0.firstFrames.end() }, .hostTime) }

  private static func call(_ handlers: [FirstFrameWaits.Handler], _ time: MediaTime) {
    guard !handlers.isEmpty else { return }
    firstFrameQueue.async { for handler in handlers { handler(time) } }
  }
}

extension MediaTime {
  /// Returns the time in nanoseconds of the system clock, or nil for a time of another clock.
  package func onHostClock(at now: UInt64) -> UInt64? {
    guard let stamp = positiveNanoseconds else { return nil }
    let difference = stamp > now ? stamp - now : now - stamp
    return difference < 2_000_000_000 ? stamp : nil
  }

  /// The time in nanoseconds; nil if it is not positive.
  package var positiveNanoseconds: UInt64? {
    let time = convertScale(1_000_000_000)
    return time.isNumeric && time.value > 0 ? UInt64(time.value) : nil
  }
}
