import CommandSupport
import Dispatch
import MediaSamples

/// Scans all inputs, several at once, and prints what is found in the order of the inputs.
final class ScanRun: Sendable {
  /// What a run is told.
  struct Options: Sendable {
    var format: RecordFormat
    var stopsAtFirst = false
    var isQuiet = false
    var isVerbose = false
    /// How many pictures are scanned at once; at least 1.
    var jobs = 1
  }

  /// Under a lock of its own: to get the next input can mean to wait for somebody who writes a list.
  private struct Source {
    var inputs: InputQueue
    var started = 0
    var outputNames = OutputNames()
  }

  private struct State {
    var results = OrderedResults<InputReport>()
    var progress: ProgressBar
    var done = 0
    var found = 0
    var hasFailed = false
    /// Whether enough was found, or the output is gone.
    var isOver = false
  }

  private let options: Options
  private let scan: @Sendable (Input, _ outputName: InputPath) -> InputReport
  private let inputCount: Int?
  private let source: Locked<Source>
  private let state: Locked<State>

  /// Makes a run.
  ///
  /// - Parameter scan: Scans one input; it also gets the name that the input has in an output folder.
  init(
    inputs: InputQueue, options: Options,
    scan: @escaping @Sendable (Input, _ outputName: InputPath) -> InputReport
  ) {
    (self.options, self.scan) = (options, scan)
    let showsProgress = !options.isQuiet && !options.isVerbose
    inputCount = inputs.count
    source = Locked(Source(inputs: inputs))
    state = Locked(State(progress: ProgressBar(isEnabled: showsProgress, unit: "pictures")))
  }

  /// Scans until the inputs end, the person interrupts or the first code ends the run.
  func run() -> ExitStatus {
    let workers = min(options.jobs, inputCount ?? options.jobs)
    if workers > 1 {
      DispatchQueue.concurrentPerform(iterations: workers) { _ in work() }
    } else {
      work()
    }
    return state.withLock { state in
      for report in state.results.drain() { print(report, &state) }
      state.progress.clear()
      return ExitStatus(found: state.found > 0, failed: state.hasFailed, signal: Interruption.signal)
    }
  }

  private func work() {
    while let (input, index, outputName) = next() {
      let report = scan(input, outputName)
      state.withLock { state in
        for report in state.results.insert(report, at: index) { print(report, &state) }
        // Nothing behind a find can be the first one any more; those before it are still being scanned.
        if options.stopsAtFirst, !report.codes.isEmpty { end(&state) }
        let found = state.found
        state.progress.update(
          done: state.done, of: inputCount, note: "\(found) code\(found == 1 ? "" : "s")")
      }
    }
  }

  private func next() -> (Input, index: Int, outputName: InputPath)? {
    source.withLock { source in
      guard !state.withLock({ $0.isOver }), !Interruption.isRequested, let input = source.inputs.next()
      else { return nil }
      defer { source.started += 1 }
      return (input, source.started, source.outputNames.name(for: input.path))
    }
  }

  private func print(_ report: InputReport, _ state: inout State) {
    state.done += 1
    if options.stopsAtFirst, state.found > 0 { return }
    let codes = options.stopsAtFirst ? Array(report.codes.prefix(1)) : report.codes
    state.found += codes.count
    if !codes.isEmpty { write(codes.flatMap { options.format.record(of: $0, in: report.path) }, &state) }
    if let failure = report.failure {
      state.hasFailed = true
      if !options.isQuiet { tell("scan-qr: \(report.path.title): \(failure)", &state) }
    }
    if options.isVerbose, let note = report.note { tell("\(report.path.title): \(note)", &state) }
  }

  private func write(_ bytes: [UInt8], _ state: inout State) {
    if StandardStream.output.isTerminal { state.progress.clear() }
    do {
      try StandardStream.output.write(bytes)
    } catch {
      end(&state)
      // A reader that has seen enough is nothing to talk about.
      if error.isClosedPipe { return }
      state.hasFailed = true
      tell("scan-qr: standard output: \(error)", &state)
    }
  }

  private func end(_ state: inout State) {
    state.isOver = true
    Interruption.endWaiting()
  }

  private func tell(_ message: String, _ state: inout State) {
    state.progress.clear()
    StandardStream.error.writeLine(EscapedText.line(message))
  }
}
