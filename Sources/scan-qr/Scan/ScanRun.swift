import OpenCaptureSystem
import OpenCaptureCommandSupport
import Dispatch

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
    /// Which of the inputs are scanned.
    var shard = Shard.all
  }

  /// Under a lock of its own: to get the next input can mean to wait for somebody who writes a list.
  private struct Source: Lockable {
    var inputs: InputQueue
    /// How many were passed over, those of other shards included.
    var seen = 0
    var started = 0
    var outputNames = OutputNames()

    /// The next input of a shard; names are those that there are without shards.
    mutating func next(of shard: Shard) -> (Input, index: Int, outputName: InputPath)? {
      while let input = inputs.next() {
        defer { seen += 1 }
        let name = outputNames.name(for: input.path)
        guard shard.takes(seen) else { continue }
        defer { started += 1 }
        return (input, started, name)
      }
      return nil
    }
  }

  private struct State: Lockable {
    var results = OrderedResults<InputReport>()
    var done = 0
    var found = 0
    /// The first of the inputs in which something was found.
    var firstFind: Int?
    /// Whether enough was found, or the output is gone.
    var isOver = false
  }

  private let options: Options
  private let console: Console
  private let scan: @Sendable (Input, _ outputName: InputPath, ScanListener) -> InputReport
  private let inputCount: Int?
  private let source: Locked<Source>
  private let state: Locked<State>

  /// Makes a run.
  ///
  /// - Parameter scan: Scans one input; it also gets the name that the input has in an output folder, and somebody to
  ///   tell what it finds meanwhile.
  init(
    inputs: InputQueue, options: Options,
    scan: @escaping @Sendable (Input, _ outputName: InputPath, ScanListener) -> InputReport
  ) {
    (self.options, self.scan) = (options, scan)
    console = Console("scan-qr", unit: "inputs", isQuiet: options.isQuiet, isVerbose: options.isVerbose)
    inputCount = inputs.count
    source = Locked(Source(inputs: inputs))
    state = Locked(State())
  }

  /// Scans until the inputs end, the person interrupts or the first code ends the run.
  func run() -> ExitStatus {
    InterruptionWatch.withLastWords(printWhatWaits) { scanAll() }
    return state.withLock { state in
      for report in state.results.drain() { print(report, &state) }
      console.finish()
      return ExitStatus(found: state.found > 0, failed: console.hasFailed, signal: Interruption.signal)
    }
  }

  private func scanAll() {
    let workers = min(options.jobs, inputCount ?? options.jobs)
    if workers > 1 {
      DispatchQueue.concurrentPerform(iterations: workers) { _ in work() }
    } else {
      work()
    }
  }

  /// Prints what was found in inputs whose turn hasn't come, and nothing after it: the process is about to end.
  private func printWhatWaits() {
    state.withLock { state in
      for report in state.results.drain() { print(report, &state) }
      console.finish()
      console.close()
    }
  }

  private func work() {
    while let (input, index, outputName) = next() {
      let report = scan(input, outputName, listener(for: input.path, index))
      state.withLock { state in
        for report in state.results.insert(report, at: index) { print(report, &state) }
        // Nothing behind a find can be the first one any more; those before it are still being scanned.
        if options.stopsAtFirst, !report.finds.isEmpty {
          state.firstFind = min(index, state.firstFind ?? index)
          end(&state)
        }
        showProgress(&state)
      }
    }
  }

  /// Prints what is found in an input whose turn it is while the rest of it is looked at.
  private func listener(for path: InputPath, _ index: Int) -> ScanListener {
    ScanListener(
      print: { report in
        self.state.withLock { state in
          guard state.results.isTurn(of: index) else { return false }
          self.print(report.finds, in: path, &state)
          return true
        }
      },
      progress: { place in self.state.withLock { self.showProgress(&$0, place) } },
      isOver: { Interruption.isRequested || self.state.withLock { self.isUseless(index, $0) } })
  }

  /// Whether nothing that is found in an input can be printed any more.
  private func isUseless(_ index: Int, _ state: State) -> Bool {
    console.isOutputClosed || (options.stopsAtFirst && state.firstFind.map { $0 < index } ?? false)
  }

  private func showProgress(_ state: inout State, _ place: String? = nil) {
    let found = state.found
    let place = place.map { ", " + $0 } ?? ""
    console.update(
      done: state.done, of: inputCount, note: "\(found) code\(found == 1 ? "" : "s")\(place)")
  }

  private func next() -> (Input, index: Int, outputName: InputPath)? {
    source.withLock { source in
      guard !state.withLock({ $0.isOver }), !Interruption.isRequested else { return nil }
      return source.next(of: options.shard)
    }
  }

  private func print(_ report: InputReport, _ state: inout State) {
    state.done += 1
    if options.stopsAtFirst, state.found > 0 { return }
    print(options.stopsAtFirst ? Array(report.finds.prefix(1)) : report.finds, in: report.path, &state)
    for failure in report.failures { console.fail(failure) }
    if let stop = report.stop, stop.code == .deadlineExceeded {
      console.fail(FileFailure(stop.about(report.path.title), at: report.path))
    }
    for note in report.notes { console.note(note, on: report.path) }
  }

  private func print(_ finds: [Find], in path: InputPath, _ state: inout State) {
    state.found += finds.count
    if !finds.isEmpty { write(finds.flatMap { options.format.record(of: $0, in: path) }, &state) }
  }

  private func write(_ bytes: [UInt8], _ state: inout State) {
    console.write(bytes)
    if console.isOutputClosed { end(&state) }
  }

  private func end(_ state: inout State) {
    state.isOver = true
    Interruption.endWaiting()
  }
}
