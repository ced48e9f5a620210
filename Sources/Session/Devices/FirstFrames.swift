import OpenCaptureMediaSamples

/// Who waits for the first frame that shows what was set: a state machine on frames.
struct FirstFrames: Sendable {
  /// Takes a frame's time.
  typealias Handler = @Sendable (MediaTime) -> Void

  private struct Wait: Sendable {
    /// When it was set, in nanoseconds of the host's clock.
    let start: UInt64
    /// How many frames are yet to come that don't show it.
    var delay: Int
    let handler: Handler
  }

  private var waits: [Wait] = []

  /// Whether nobody waits.
  var isEmpty: Bool { waits.isEmpty }

  /// Begins to wait.
  ///
  /// - Parameters:
  ///   - handler: Takes the frame's time.
  ///   - start: When it was set, in nanoseconds of the host's clock.
  ///   - delay: How many frames from then on don't show it.
  mutating func add(_ handler: @escaping Handler, since start: UInt64, delay: Int) {
    waits.append(Wait(start: start, delay: delay, handler: handler))
  }

  /// Takes note of a frame.
  ///
  /// - Parameter stamp: Its time on the host's clock; nil where it is on another.
  /// - Returns: Who waited for it.
  mutating func advance(to stamp: UInt64?) -> [Handler] {
    var due: [Handler] = []
    waits = waits.compactMap { wait in
      // What was on its way already is as it was.
      if let stamp, stamp < wait.start { return wait }
      guard wait.delay == 0 else { return Wait(start: wait.start, delay: wait.delay - 1, handler: wait.handler) }
      due.append(wait.handler)
      return nil
    }
    return due
  }

  /// Ends all waits.
  ///
  /// - Returns: Who waited.
  mutating func end() -> [Handler] {
    defer { waits = [] }
    return waits.map(\.handler)
  }
}
