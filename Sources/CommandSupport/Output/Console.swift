import OpenCaptureSystem

/// The output of a command: results on standard output, progress and messages on standard error.
package final class Console: Sendable {
  private struct State: Lockable {
    var progress: ProgressBar
    var hasFailed = false
    var isOutputClosed = false
  }

  private let command: String
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let state: Locked<State>
  /// The queue that writes results on a separate thread; nil if the work waits for the reader.
  private let lines = Locked<LineQueue?>(nil)

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - command: The command's name.
  ///   - unit: The unit of progress, in the plural.
  ///   - isQuiet: Whether to suppress progress and messages.
  ///   - isVerbose: Whether ``note(_:on:)`` writes notes.
  package init(_ command: String, unit: String, isQuiet: Bool, isVerbose: Bool) {
    self.command = command
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    state = Locked(State(progress: ProgressBar(isEnabled: !isQuiet && !isVerbose, unit: unit)))
  }

  /// Writes results on a separate thread from now on, so that a camera never waits for a slow reader.
  ///
  /// Lines that are not read in time are dropped, and their number is reported.
  package func writeInBackground() {
    lines.withLock { lines in
      lines = LineQueue { [weak self] in
        self?.writeNow($0) ?? false
      } reportLost: { [weak self] count in
        guard let self else { return }
        report(
          "\(command): standard output: dropped \(count) \(count == 1 ? "line" : "lines"): the reader is too slow"
        )
      }
    }
  }

  /// Whether anything failed.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Whether the reader of the output is gone.
  package var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

  /// Writes results.
  ///
  /// If the output fails, later results are dropped, and the error is reported. A closed pipe is not reported.
  package func write(_ bytes: [UInt8]) {
    if let lines = lines.withLock({ $0 }) {
      if !bytes.isEmpty { lines.add(bytes) }
      return
    }
    state.withLock { state in
      guard !state.isOutputClosed, !bytes.isEmpty else { return }
      if StandardStream.output.isTerminal { state.progress.clear() }
      do throws(SystemError) { try StandardStream.output.write(bytes) } catch { endOutput(error, &state) }
    }
  }

  /// Writes results on the queue's thread, without blocking other messages; false if the reader is gone.
  private func writeNow(_ bytes: [UInt8]) -> Bool {
    guard !isOutputClosed else { return false }
    if StandardStream.output.isTerminal { finishProgress() }
    do throws(SystemError) {
      try StandardStream.output.write(bytes)
      return true
    } catch {
      state.withLock { endOutput(error, &$0) }
      return false
    }
  }

  private func endOutput(_ error: SystemError, _ state: inout State) {
    state.isOutputClosed = true
    if error.isClosedPipe { return }
    state.hasFailed = true
    report("\(command): standard output: \(error)", &state)
  }

  /// Stops writing results, before the process ends.
  package func close() { state.withLock { $0.isOutputClosed = true } }

  /// Reports a failure.
  package func fail(_ failure: String) {
    state.withLock { state in
      state.hasFailed = true
      report("\(command): \(failure)", &state)
    }
  }

  /// Reports the failure of an input or output file.
  package func fail(_ failure: FileFailure) { fail("\(failure)") }

  /// Reports a problem with an input that is not a failure.
  package func warn(_ warning: String, on source: InputPath) { report("\(command): \(source.title): \(warning)") }

  /// Writes a note about an input if `--verbose` is given.
  package func note(_ note: @autoclosure () -> String, on source: InputPath) {
    if isVerbose { report("\(source.title): \(note())") }
  }

  /// Writes a message, unless `--quiet` is given.
  package func report(_ message: String) { state.withLock { report(message, &$0) } }

  private func report(_ message: String, _ state: inout State) {
    guard !isQuiet else { return }
    state.progress.clear()
    StandardStream.error.writeLine(message)
  }

  /// Shows the progress.
  package func update(done: Int, of total: Int?, note: @autoclosure () -> String? = nil) {
    state.withLock { $0.progress.update(done: done, of: total, note: note()) }
  }

  /// Replaces the progress line on a terminal.
  package func show(_ line: String) { state.withLock { $0.progress.show(line) } }

  /// Removes the progress line, and waits until all results are written.
  package func finish() {
    lines.withLock { $0 }?.finish()
    finishProgress()
  }

  private func finishProgress() { state.withLock { $0.progress.clear() } }
}
