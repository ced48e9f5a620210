import OpenCaptureSystem

/// A queue of output lines with a thread that writes them, so that the work never waits for a slow reader.
///
/// When the queue is full, the oldest lines are dropped. Their number is reported after the next write, or at the end.
final class LineQueue: Lockable, Sendable {
  private struct State: Lockable {
    var waiting: [[UInt8]] = []
    var byteCount = 0
    var lostCount = 0
    var isOver = false
    var isDone = false

    /// The next bytes to write; nil inside at the end, nil if the queue is empty.
    mutating func next() -> [UInt8]?? {
      guard !waiting.isEmpty else { return isOver ? .some(nil) : nil }
      let bytes = waiting.removeFirst()
      byteCount -= bytes.count
      return .some(bytes)
    }
  }

  /// The maximum number of queued bytes.
  static let limit = 1 << 20

  private let state = Monitor(State())

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - write: Writes bytes; returns false if the reader is gone.
  ///   - reportLost: Receives the number of lines that were dropped since the last call.
  /// - Returns: nil if the system cannot start a thread.
  init?(write: @escaping @Sendable ([UInt8]) -> Bool, reportLost: @escaping @Sendable (Int) -> Void) {
    let state = state
    let thread = NamedThread(name: "lines") {
      func report() {
        let lost = state.withLock { state in
          defer { state.lostCount = 0 }
          return state.lostCount
        }
        if lost > 0 { reportLost(lost) }
      }
      while let bytes = state.wait({ $0.next() }) ?? nil, write(bytes) { report() }
      report()
      state.update { state in
        state.waiting = []
        state.byteCount = 0
        state.isOver = true
        state.isDone = true
      }
    }
    if thread == nil { return nil }
  }

  deinit { state.update { $0.isOver = true } }

  /// Adds lines without waiting; they are written as a whole or not at all.
  func add(_ bytes: [UInt8]) {
    state.update { state in
      guard !state.isOver else { return }
      state.waiting.append(bytes)
      state.byteCount += bytes.count
      while state.byteCount > Self.limit, state.waiting.count > 1 {
        let oldest = state.waiting.removeFirst()
        state.byteCount -= oldest.count
        state.lostCount += max(1, oldest.count { $0 == UInt8(ascii: "\n") })
      }
    }
  }

  /// Waits until all lines are written, or the reader is gone.
  func finish() {
    state.update { $0.isOver = true }
    _ = state.wait { $0.isDone ? true : nil }
  }
}
