import Dispatch
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A run that scans inputs concurrently and prints the codes in the order of the inputs.
final class ScanRun: Sendable {
  /// The inputs, under a separate lock, as reading the next one can wait for the writer of a list.
  private struct Source: Lockable {
    var inputs: InputQueue
    /// The number of inputs so far, including those of other shards.
    var seen = 0
    var started = 0
    let finished: FinishedInputs
    var outputNames = OutputNames()

    /// Returns the next unfinished input of a shard; its output name does not depend on shards.
    ///
    /// - Parameter skip: Receives a call for each finished input.
    mutating func next(of shard: Shard, skip: () -> Void) -> (Input, index: Int, outputName: InputPath)? {
      while let input = inputs.next() {
        defer { seen += 1 }
        let name = outputNames.name(for: input.path)
        guard shard.includes(seen) else { continue }
        guard !finished.contains(input.path) else {
          skip()
          continue
        }
        defer { started += 1 }
        return (input, started, name)
      }
      return nil
    }
  }

  private struct State: Lockable {
    var results = OrderedResults<InputReport>()
    var done = 0
    /// The number of inputs that an earlier run finished.
    var skipped = 0
    var found = 0
    /// The number of printed codes of the input whose turn it is.
    var foundInCurrent = 0
    /// The statuses of the inputs for `--all`.
    var summary: InputSummary?
    /// The index of the first input with a code.
    var firstFind: Int?
    /// Whether enough codes were found, or the output is closed.
    var isOver = false
  }

  private let format: RecordFormat
  private let stopsAtFirst: Bool
  /// The number of inputs to scan at once.
  private let jobs: Int
  /// The share of the inputs to scan.
  private let shard: Shard
  private let console: Console
  private let scanner: any InputScanner
  private let inputCount: Int?
  private let source: Locked<Source>
  private let state: Locked<State>

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - stopsAtFirst: Whether to stop at the first code, in the order of the inputs.
  ///   - jobs: The number of inputs to scan at once, at least 1.
  ///   - shard: The share of the inputs to scan.
  init(
    _ inputs: InputQueue, without finished: FinishedInputs, format: RecordFormat, summarizes: Bool,
    stopsAtFirst: Bool, jobs: Int, shard: Shard, on console: Console, scanner: some InputScanner
  ) {
    self.format = format
    self.stopsAtFirst = stopsAtFirst
    self.shard = shard
    self.console = console
    self.scanner = scanner
    inputCount = inputs.count
    self.jobs = min(jobs, inputs.count ?? jobs)
    source = Locked(Source(inputs: inputs, finished: finished))
    state = Locked(State(summary: summarizes ? InputSummary() : nil))
  }

  /// Scans until the inputs end, the user interrupts, or the first code is found with `--one`.
  func run() -> ExitStatus {
    InterruptionWatchdog.withFinalOutput({ _ = self.finish() }) {
      if jobs > 1 {
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in work() }
      } else {
        work()
      }
    }
    return finish()
  }

  /// Prints the results that wait for earlier inputs, and closes the output, as the process may end.
  private func finish() -> ExitStatus {
    state.withLock { state in
      for report in state.results.drain() { print(report, &state) }
      if let summary = state.summary { console.write(summary.line(skipped: state.skipped)) }
      console.finish()
      console.close()
      return ExitStatus(found: state.found > 0, failed: console.hasFailed, signal: Interruption.signal)
    }
  }

  private func work() {
    var size = BatchSize()
    while true {
      let batch = next(size.count)
      if batch.isEmpty { return }
      let start = MonotonicClock.seconds()
      scanner.report(batch.map(\.task)) { place, report in add(report, at: batch[place].index) }
      size.adapt(to: MonotonicClock.seconds() - start, for: batch.count)
    }
  }

  private func add(_ report: InputReport, at index: Int) {
    state.withLock { state in
      for report in state.results.insert(report, at: index) { print(report, &state) }
      // Later inputs can no longer have the first code; earlier ones are still being scanned.
      if stopsAtFirst, !report.detectedCodes.isEmpty {
        state.firstFind = min(index, state.firstFind ?? index)
        end(&state)
      }
      showProgress(&state)
    }
  }

  /// Returns a listener that prints codes at once if all earlier inputs are done.
  private func listener(for path: InputPath, _ index: Int) -> ScanListener {
    ScanListener(
      print: { report in
        self.state.withLock { state in
          guard state.results.isTurn(of: index) else { return false }
          self.print(report.detectedCodes, in: path, &state)
          return true
        }
      },
      progress: { place in self.state.withLock { self.showProgress(&$0, place) } },
      isOver: { Interruption.isRequested || self.state.withLock { self.isUseless(index, $0) } })
  }

  /// Whether codes of an input can no longer be printed.
  private func isUseless(_ index: Int, _ state: State) -> Bool {
    console.isOutputClosed || (stopsAtFirst && state.firstFind.map { $0 < index } ?? false)
  }

  private func showProgress(_ state: inout State, _ place: String? = nil) {
    let found = state.found
    let place = place.map { ", " + $0 } ?? ""
    console.update(
      done: state.done + state.skipped, of: inputCount, note: "\(found) code\(found == 1 ? "" : "s")\(place)")
  }

  /// Returns the next inputs, at most a number of them; none at the end.
  private func next(_ limit: Int) -> [(task: ScanTask, index: Int)] {
    source.withLock { source in
      var batch: [(task: ScanTask, index: Int)] = []
      // At the end, the threads share what is left. An input of a list can be long in coming.
      let share = source.inputs.count.map { $0 / (4 * jobs) } ?? 1
      while batch.isEmpty || batch.count < min(limit, share) {
        guard !state.withLock({ $0.isOver }), !Interruption.isRequested,
          let (input, index, outputName) = source.next(
            of: shard, skip: { state.withLock { $0.skipped += 1 } })
        else { break }
        let task = ScanTask(input: input, outputName: outputName, listener: listener(for: input.path, index))
        batch.append((task, index))
      }
      return batch
    }
  }

  private func print(_ report: InputReport, _ state: inout State) {
    state.done += 1
    if stopsAtFirst, state.found > 0 { return }
    print(stopsAtFirst ? Array(report.detectedCodes.prefix(1)) : report.detectedCodes, in: report.path, &state)
    if let line = state.summary?.add(report, codeCount: state.foundInCurrent) { write(line, &state) }
    state.foundInCurrent = 0
    for failure in report.failures { console.fail(failure) }
    if let stop = report.stop, stop.code == .deadlineExceeded {
      console.fail(FileFailure(stop.about(report.path.title), at: report.path))
    }
    for note in report.notes { console.note(note, on: report.path) }
  }

  private func print(_ detectedCodes: [DetectedCode], in path: InputPath, _ state: inout State) {
    state.found += detectedCodes.count
    state.foundInCurrent += detectedCodes.count
    if !detectedCodes.isEmpty { write(detectedCodes.flatMap { format.record(of: $0, in: path) }, &state) }
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

/// The number of inputs that a thread takes at once: several, if each takes less than some milliseconds.
private struct BatchSize {
  private(set) var count = 1

  /// The time for all inputs that are taken at once, in seconds.
  private static let time = 0.008
  private static let limit = 32

  /// Adapts the number to the time that a batch took, in seconds.
  mutating func adapt(to time: Double, for inputCount: Int) {
    let fitting = Self.time / max(time / Double(inputCount), Self.time / Double(Self.limit))
    count = max(1, Int(fitting))
  }
}

/// A buffer that sorts results by the order of their inputs.
struct OrderedResults<Result> {
  private var waiting: [Int: Result] = [:]
  private var next = 0

  /// Whether all inputs before `index` are done.
  func isTurn(of index: Int) -> Bool { index == next }

  /// Adds the result of input `index`, and removes and returns all results that are next in order.
  mutating func insert(_ result: Result, at index: Int) -> [Result] {
    waiting[index] = result
    var ready: [Result] = []
    while let result = waiting.removeValue(forKey: next) {
      ready.append(result)
      next += 1
    }
    return ready
  }

  /// Removes and returns the remaining results in order, for a run that ends early.
  mutating func drain() -> [Result] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }
}
