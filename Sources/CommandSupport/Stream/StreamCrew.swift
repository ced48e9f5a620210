import OpenCaptureSystem

/// Threads that work on requests: so many at once, and those that wait for something beside them.
final class StreamCrew: Sendable {
  private struct State: Lockable {
    var waiting: [StreamRequest] = []
    /// How many requests were handed over and aren't done.
    var inFlight = 0
    /// How many threads are at work.
    var busyCount = 0
    /// How many threads have nothing to do, those that begin included.
    var idleCount = 0
    var memory: MemoryBudget
    var threads: [NamedThread] = []
    var isOver = false

    /// Takes note that a thread is done with a request.
    mutating func finishRequest() {
      inFlight -= 1
      busyCount -= 1
    }

    /// Counts a thread more where it could take what waits; whether it is to be made.
    mutating func needsThread(jobs: Int) -> Bool {
      guard waiting.count > idleCount, busyCount + idleCount < jobs else { return false }
      idleCount += 1
      return true
    }
  }

  private let jobs: Int
  private let window: Int
  private let body: @Sendable (StreamRequest, StreamCrew) -> Void
  private let state: Monitor<State>

  /// Has no thread yet.
  ///
  /// - Parameters:
  ///   - jobs: How many requests are worked on at once.
  ///   - window: How many requests there may be at once, those that are waited for included.
  ///   - memory: How many bytes they may bring along; one may bring more where there is no other.
  ///   - body: Works on a request.
  init(jobs: Int, window: Int, memory: Int, body: @escaping @Sendable (StreamRequest, StreamCrew) -> Void) {
    (self.jobs, self.window, self.body) = (jobs, window, body)
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
  func hand(over request: StreamRequest) {
    let needsThread = state.update { state in
      state.waiting.append(request)
      state.inFlight += 1
      return state.needsThread(jobs: jobs)
    }
    guard needsThread, !addThread() else { return }
    // Where the system gives no thread at all, there is this one.
    let left = state.withLock { state -> StreamRequest? in
      guard state.threads.isEmpty, let request = state.waiting.popLast() else { return nil }
      state.busyCount += 1
      return request
    }
    guard let left else { return }
    body(left, self)
    state.update { $0.finishRequest() }
  }

  /// Waits for something within the work on a request, while another thread works on another.
  func wait<Result>(for something: () throws -> Result) rethrows -> Result {
    let needsThread = state.update { state in
      state.busyCount -= 1
      return state.needsThread(jobs: jobs)
    }
    if needsThread { _ = addThread() }
    defer {
      _ = state.wait { [jobs] state -> Void? in
        guard state.busyCount < jobs else { return nil }
        state.busyCount += 1
        return ()
      }
    }
    return try something()
  }

  /// Waits until all is done.
  func finish() {
    let threads = state.update { state in
      state.isOver = true
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  /// Whether the system gave a thread.
  private func addThread() -> Bool {
    let thread = NamedThread(name: "stream", { [self] in work() })
    state.withLock { state in
      if let thread { state.threads.append(thread) } else { state.idleCount -= 1 }
    }
    return thread != nil
  }

  private func work() {
    while let request = next() {
      body(request, self)
      state.update { state in
        state.finishRequest()
        state.idleCount += 1
      }
    }
  }

  /// What is to be done next; nil where there is nothing more.
  private func next() -> StreamRequest? {
    state.wait { [jobs] state -> StreamRequest?? in
      guard !state.waiting.isEmpty else { return state.isOver ? .some(nil) : nil }
      guard state.busyCount < jobs else { return nil }
      // At once, so that nobody counts on this thread for the next one.
      state.idleCount -= 1
      state.busyCount += 1
      return state.waiting.removeFirst()
    } ?? nil
  }
}
