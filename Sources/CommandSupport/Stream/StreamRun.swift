import Glibc
import OpenCaptureSystem

/// Answers what standard input asks for, on standard output, in the order in which the work is done.
///
/// There are no more inputs at once than the window is wide; until one of them is answered, standard input isn't read. What
/// an input waits for, such as somebody who writes to a pipe, keeps none of the others waiting.
package final class StreamRun: Sendable {
  /// What a run is told.
  package struct Options: Sendable {
    /// What messages call the command.
    package var command: String
    package var format: StreamAnswerFormat
    /// How many inputs are worked on at once; at least 1.
    package var jobs: Int
    /// How many there are at once, those that are waited for included; at least 1.
    package var window: Int
    /// Which of the inputs are answered.
    package var shard: Shard
    /// How many bytes an input may have.
    package var mostBytes: Int
    /// How much memory requests may hold that bring their bytes along.
    package var memory: Int
    package var isQuiet: Bool

    package init(
      command: String, format: StreamAnswerFormat, jobs: Int, window: Int, shard: Shard, mostBytes: Int,
      memory: Int, isQuiet: Bool
    ) {
      (self.command, self.format, self.jobs, self.window) = (command, format, jobs, window)
      (self.shard, self.mostBytes, self.memory, self.isQuiet) = (shard, mostBytes, memory, isQuiet)
    }
  }

  /// Works on an input; what it finds meanwhile can be told, too.
  ///
  /// Asks now and then whether there is any use in it.
  package typealias Work =
    @Sendable (
      Input, _ part: @escaping @Sendable (StreamAnswer) -> Void, _ isOver: @escaping @Sendable () -> Bool
    )
    -> StreamAnswer

  private let options: Options
  private let work: Work
  private let console: Console

  package init(_ options: Options, work: @escaping Work) {
    (self.options, self.work) = (options, work)
    console = Console(options.command, unit: "inputs", isQuiet: options.isQuiet, isVerbose: false)
  }

  /// Answers until standard input ends, the person interrupts, or nobody reads the answers.
  ///
  /// - Returns: The exit status: 0 whatever became of the inputs.
  package func run() -> Int32 {
    let crew = StreamCrew(
      jobs: options.jobs, window: options.window, memory: options.memory
    ) { [self] request, crew in answer(request, crew) }
    // A line that is being written is ended, and none is begun.
    InterruptionWatch.withLastWords({ [console] in console.close() }) {
      do throws(SystemError) { try readAll(crew) } catch {
        console.fail("standard input: \(error)")
      }
      crew.finish()
    }
    if let status = Interruption.exitStatus { return status }
    return console.hasFailed || console.isOutputClosed ? 1 : 0
  }

  private func readAll(_ crew: StreamCrew) throws(SystemError) {
    var reader = RequestReader(
      descriptor: STDIN_FILENO, shard: options.shard, mostBytes: options.mostBytes,
      memory: { crew.memory(for: $0) })
    while true {
      crew.waitForRoom()
      guard !isOver, let request = try reader.next() else { return }
      crew.hand(over: request)
    }
  }

  private var isOver: Bool { Interruption.isRequested || console.isOutputClosed }

  private func answer(_ request: StreamRequest, _ crew: StreamCrew) {
    do {
      guard let input = try Input.of(request.content, mostBytes: options.mostBytes, crew) else { return }
      answer(input, request.id)
    } catch {
      let path = if case .path(let path) = request.content { path } else { InputPath("bytes") }
      write(.failed(StreamFault(error, at: path)), id: request.id)
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

  /// Writes a line, unless the run was asked to end: what isn't answered then may have been left in the middle.
  private func write(_ answer: StreamAnswer, id: String, isPartial: Bool = false, seconds: Double = 0) {
    guard !isOver else { return }
    console.write(options.format.line(answer, id: id, isPartial: isPartial, seconds: seconds))
    if console.isOutputClosed { Interruption.endWaiting() }
  }
}
