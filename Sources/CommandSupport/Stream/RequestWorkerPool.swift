import OpenCaptureSystem

/// A pool of threads that process requests; a thread that waits does not count towards the limit.
final class RequestWorkerPool: Sendable {
  private struct State: Lockable {
    var waiting: [StreamRequest] = []
    /// The number of accepted requests that are not finished.
    var inFlight = 0
    /// The number of threads at work.
    var busyCount = 0
    /// The number of idle threads, including those that are starting.
    var idleCount = 0
    var memory: MemoryBudget
    var threads: [NamedThread] = []
    var isOver = false

    /// Records that a thread has finished a request.
    mutating func finishRequest() {
      inFlight -= 1
      busyCount -= 1
    }

    /// Whether a new thread is needed for the waiting requests; if so, counts it as idle.
    mutating func needsThread(jobs: Int) -> Bool {
      guard waiting.count > idleCount, busyCount + idleCount < jobs else { return false }
      idleCount += 1
      return true
    }
  }

  private let jobs: Int
  private let window: Int
  private let body: @Sendable (StreamRequest, RequestWorkerPool) -> Void
  private let state: Monitor<State>

  /// Makes a pool without threads; they start when needed.
  ///
  /// - Parameters:
  ///   - jobs: The number of requests to process at once.
  ///   - window: The maximum number of accepted requests, including waiting ones.
  ///   - memory: The limit for the bytes of all requests; a single request may exceed it.
  ///   - body: Processes a request.
  init(jobs: Int, window: Int, memory: Int, body: @escaping @Sendable (StreamRequest, RequestWorkerPool) -> Void) {
    self.jobs = jobs
    self.window = window
    self.body = body
    state = Monitor(State(memory: MemoryBudget(capacity: memory)))
  }

  /// Waits until another request can be accepted.
  func waitForRoom() { _ = state.wait { [window] in $0.inFlight < window ? true : nil } }

  /// Waits until a number of bytes can be reserved, and allocates them.
  ///
  /// - Returns: The memory; nil if the system has none.
  func memory(for byteCount: Int) -> RequestBytes? {
    _ = state.wait { $0.memory.take(byteCount) ? true : nil }
    return RequestBytes(count: byteCount) { [state] in state.update { $0.memory.give(back: byteCount) } }
  }

  /// Hands a request to a thread.
  func hand(over request: StreamRequest) {
    let needsThread = state.update { state in
      state.waiting.append(request)
      state.inFlight += 1
      return state.needsThread(jobs: jobs)
    }
    guard needsThread, !addThread() else { return }
    // Without any thread, the calling thread processes the request.
    let left = state.withLock { state -> StreamRequest? in
      guard state.threads.isEmpty, let request = state.waiting.popLast() else { return nil }
      state.busyCount += 1
      return request
    }
    guard let left else { return }
    body(left, self)
    state.update { $0.finishRequest() }
  }

  /// Waits for something while processing a request, so that another thread can process another one.
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

  /// Waits until all requests are finished.
  func finish() {
    let threads = state.update { state in
      state.isOver = true
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  /// Starts a thread; false if the system cannot.
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

  /// Waits for the next request; nil after the last.
  private func next() -> StreamRequest? {
    state.wait { [jobs] state -> StreamRequest?? in
      guard !state.waiting.isEmpty else { return state.isOver ? .some(nil) : nil }
      guard state.busyCount < jobs else { return nil }
      // Updated now, so that this thread is not counted as idle for the next request.
      state.idleCount -= 1
      state.busyCount += 1
      return state.waiting.removeFirst()
    } ?? nil
  }
}
