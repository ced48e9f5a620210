import OpenCaptureSystem

/// Writes lines on a thread of its own, so that whoever makes them never waits for a reader who stalls.
///
/// Of lines that nobody reads, the oldest are left out, whole, once there are many; how many, is told as soon as somebody
/// reads again, or at the end.
final class LineQueue: Lockable, Sendable {
  private struct State: Lockable {
    var waiting: [[UInt8]] = []
    var byteCount = 0
    var lostCount = 0
    var isOver = false
    var isDone = false

    /// What is to be written next; nil within at the end, nil where nothing waits.
    mutating func next() -> [UInt8]?? {
      guard !waiting.isEmpty else { return isOver ? .some(nil) : nil }
      let bytes = waiting.removeFirst()
      byteCount -= bytes.count
      return .some(bytes)
    }
  }

  /// How many bytes wait at most.
  static let limit = 1 << 20

  private let state = Monitor(State())

  /// Begins to wait for lines.
  ///
  /// - Parameters:
  ///   - write: Writes some; false where nobody will read any more.
  ///   - tellLost: Takes how many lines were left out since the last time.
  /// - Returns: Nil where the system gives no thread.
  init?(write: @escaping @Sendable ([UInt8]) -> Bool, tellLost: @escaping @Sendable (Int) -> Void) {
    let state = state
    let thread = NamedThread(name: "lines") {
      func tell() {
        let lost = state.withLock { state in
          defer { state.lostCount = 0 }
          return state.lostCount
        }
        if lost > 0 { tellLost(lost) }
      }
      while let bytes = state.wait({ $0.next() }) ?? nil, write(bytes) { tell() }
      tell()
      state.update { state in (state.waiting, state.byteCount, state.isOver, state.isDone) = ([], 0, true, true) }
    }
    if thread == nil { return nil }
  }

  deinit { state.update { $0.isOver = true } }

  /// Takes lines, all of which are written or none; waits for nothing.
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

  /// Waits until all is written, or nobody will read it.
  func finish() {
    state.update { $0.isOver = true }
    _ = state.wait { $0.isDone ? true : nil }
  }
}
