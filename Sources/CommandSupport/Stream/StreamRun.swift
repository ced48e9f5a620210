import Glibc
package import OpenCapturePictures

/// A run that answers requests from standard input on standard output, in the order in which they are finished.
///
/// When the window is full of unanswered requests, standard input is not read. An input that waits, for instance for
/// the writer of a pipe, does not delay the others.
package final class StreamRun: Sendable {
  /// A function that processes an input, and can report partial results.
  ///
  /// It calls `isOver` at times, and stops if that returns true.
  package typealias Work =
    @Sendable (
      Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
    )
    -> StreamAnswer

  private let options: StreamOptions
  private let jobs: Int
  private let limits: PictureLimits
  private let format: StreamAnswerFormat
  private let work: Work
  private let console: Console

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - options: The number of unanswered requests, and the share of the inputs to answer.
  ///   - jobs: The number of inputs to process at once, at least 1.
  ///   - limits: The size limit of an input, and the memory limit, of which a quarter is for the bytes of requests.
  ///   - format: The format of results.
  ///   - console: The output of the command.
  ///   - work: Processes an input.
  package init(
    _ options: StreamOptions, jobs: Int, limits: PictureLimits, format: StreamAnswerFormat, on console: Console,
    work: @escaping Work
  ) {
    self.options = options
    self.jobs = jobs
    self.limits = limits
    self.format = format
    self.console = console
    self.work = work
  }

  /// Answers requests until standard input ends, the user interrupts, or the reader of the answers is gone.
  ///
  /// - Returns: The exit status, which is 0 even if inputs failed.
  package func run() -> Int32 {
    let pool = RequestWorkerPool(
      jobs: jobs, window: options.window ?? 2 * jobs, memory: limits.maximumMemory / 4
    ) { [self] request, pool in answer(request, pool) }
    // The current line is completed, and no other is started.
    InterruptionWatchdog.withFinalOutput({ [console] in console.close() }) {
      do throws(SystemError) { try readAll(pool) } catch {
        console.fail("standard input: \(error)")
      }
      pool.finish()
    }
    if let status = Interruption.exitStatus { return status }
    return console.hasFailed || console.isOutputClosed ? 1 : 0
  }

  private func readAll(_ pool: RequestWorkerPool) throws(SystemError) {
    var reader = RequestReader(
      descriptor: STDIN_FILENO, shard: options.shard, maxRequestBytes: limits.maximumByteCount,
      memory: { pool.memory(for: $0) })
    while true {
      pool.waitForRoom()
      guard !isOver, let request = try reader.next() else { return }
      pool.hand(over: request)
    }
  }

  private var isOver: Bool { Interruption.isRequested || console.isOutputClosed }

  private func answer(_ request: StreamRequest, _ pool: RequestWorkerPool) {
    do {
      let limit = limits.maximumByteCount
      guard let input = try Input.of(request.content, maxRequestBytes: limit, pool) else { return }
      answer(input, request.id)
    } catch {
      let path = if case .path(let path) = request.content { path } else { InputPath("bytes") }
      write(StreamAnswer(.failed, fault: FileFailure(error, at: path)), id: request.id)
    }
  }

  private func answer(_ input: Input, _ id: String) {
    let start = MonotonicClock.seconds()
    let answer = work(input) { [self] part in
      write(part, id: id, isPartial: true, seconds: MonotonicClock.seconds() - start)
    } _: { [self] in
      isOver
    }
    write(answer, id: id, seconds: MonotonicClock.seconds() - start)
  }

  /// Writes a line, unless the run must end, because the result may then be incomplete.
  private func write(_ answer: StreamAnswer, id: String, isPartial: Bool = false, seconds: Double = 0) {
    guard !isOver else { return }
    console.write(format.line(answer, id: id, isPartial: isPartial, seconds: seconds))
    if console.isOutputClosed { Interruption.endWaiting() }
  }
}
