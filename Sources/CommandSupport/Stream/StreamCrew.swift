import OpenCaptureSystem

/// Threads that work on requests, no more of them than there may be requests at once.
final class StreamCrew: Sendable {
  private struct State: Lockable {
    var waiting: [StreamRequest] = []
    /// How many requests were handed over and aren't done.
    var inFlight = 0
    /// How many threads have nothing to do.
    var idleCount = 0
    var memory: MemoryBudget
    var threads: [NamedThread] = []
    var isOver = false
  }

  private let window: Int
  private let state: Monitor<State>

  /// Has no thread yet.
  ///
  /// - Parameters:
  ///   - window: How many requests there may be at once.
  ///   - memory: How many bytes they may bring along; one may bring more where there is no other.
  init(window: Int, memory: Int) {
    self.window = window
    state = Monitor(State(memory: MemoryBudget(capacity: memory)))
  }

  /// Waits until there may be another request.
  func waitForRoom() { _ = state.wait { [window] in $0.inFlight < window ? true : nil } }

  /// Waits until a request may bring so many bytes along.
  ///
  /// - Returns: Memory for them; nil where the system gives none.
  func memory(for byteCount: Int) -> RequestBytes? {
    _ = state.wait { $0.memory.take(byteCount) ? true : nil }
    return RequestBytes(count: byteCount) { [state] in state.update { $0.memory.give(back: byteCount) } }
  }

  /// Lets a thread work on a request.
  ///
  /// - Parameter work: The same each time.
  func hand(over request: StreamRequest, work: @escaping @Sendable (StreamRequest) -> Void) {
    let needsThread = state.update { state in
      state.waiting.append(request)
      state.inFlight += 1
      return state.waiting.count > state.idleCount
    }
    guard needsThread else { return }
    if let thread = NamedThread(name: "stream", { [self] in self.work(work) }) {
      state.withLock { $0.threads.append(thread) }
    } else if state.withLock({ $0.threads.isEmpty }), let request = state.withLock({ $0.waiting.popLast() }) {
      // Where the system gives no thread at all, there is this one.
      perform(request, work)
    }
  }

  /// Waits until all is done.
  func finish() {
    let threads = state.update { state in
      state.isOver = true
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  private func work(_ body: (StreamRequest) -> Void) {
    while let request = next() { perform(request, body) }
  }

  private func perform(_ request: StreamRequest, _ body: (StreamRequest) -> Void) {
    body(request)
    state.update { $0.inFlight -= 1 }
  }

  /// What is to be done next; nil where there is nothing more.
  private func next() -> StreamRequest? {
    state.withLock { $0.idleCount += 1 }
    return state.wait { state -> StreamRequest?? in
      guard !state.waiting.isEmpty else { return state.isOver ? .some(nil) : nil }
      // At once, so that nobody counts on this thread for the next one.
      state.idleCount -= 1
      return state.waiting.removeFirst()
    } ?? nil
  }
}
