import Glibc
import OpenCaptureSystem

/// A run that answers requests from standard input on standard output, in the order in which they are finished.
///
/// When the window is full of unanswered requests, standard input is not read. An input that waits, for instance for
/// the writer of a pipe, does not delay the others.
package final class StreamRun: Sendable {
  /// The settings of a run.
  package struct Options: Sendable {
    /// The command's name in messages.
    package var command: String
    package var format: StreamAnswerFormat
    /// The number of inputs to process at once, at least 1.
    package var jobs: Int
    /// The maximum number of unanswered requests, at least 1.
    package var window: Int
    /// The share of the inputs to answer.
    package var shard: Shard
    /// The size limit of an input in bytes.
    package var maxRequestBytes: Int
    /// The memory limit for the bytes of all requests.
    package var memory: Int
    package var isQuiet: Bool

    package init(
      command: String, format: StreamAnswerFormat, jobs: Int, window: Int, shard: Shard, maxRequestBytes: Int,
      memory: Int, isQuiet: Bool
    ) {
      self.command = command
      self.format = format
      self.jobs = jobs
      self.window = window
      self.shard = shard
      self.maxRequestBytes = maxRequestBytes
      self.memory = memory
      self.isQuiet = isQuiet
    }
  }

  /// A function that processes an input, and can report partial results.
  ///
  /// It calls `isOver` at times, and stops if that returns true.
  package typealias Work =
    @Sendable (
      Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
    )
    -> StreamAnswer

  private let options: Options
  private let work: Work
  private let console: Console

  package init(_ options: Options, work: @escaping Work) {
    self.options = options
    self.work = work
    console = Console(options.command, unit: "inputs", isQuiet: options.isQuiet, isVerbose: false)
  }

  /// Answers requests until standard input ends, the user interrupts, or the reader of the answers is gone.
  ///
  /// - Returns: The exit status, which is 0 even if inputs failed.
  package func run() -> Int32 {
    let pool = RequestWorkerPool(
      jobs: options.jobs, window: options.window, memory: options.memory
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
      descriptor: STDIN_FILENO, shard: options.shard, maxRequestBytes: options.maxRequestBytes,
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
      guard let input = try Input.of(request.content, maxRequestBytes: options.maxRequestBytes, pool) else {
        return
      }
      answer(input, request.id)
    } catch {
      let path = if case .path(let path) = request.content { path } else { InputPath("bytes") }
      write(.failed(StreamRequestError(error, at: path)), id: request.id)
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
    console.write(options.format.line(answer, id: id, isPartial: isPartial, seconds: seconds))
    if console.isOutputClosed { Interruption.endWaiting() }
  }
}
