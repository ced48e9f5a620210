import OpenCaptureSystem

/// What a command says: results on standard output, progress and messages on standard error.
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
  /// What writes results beside the work; nil where the work waits for who reads them.
  private let lines = Locked<LineQueue?>(nil)

  /// Makes one.
  ///
  /// - Parameters:
  ///   - command: What the command is called.
  ///   - unit: What its progress counts, in the plural.
  ///   - isQuiet: Whether there is no progress, nor a message.
  ///   - isVerbose: Whether ``note(_:on:)`` says something.
  package init(_ command: String, unit: String, isQuiet: Bool, isVerbose: Bool) {
    (self.command, self.isQuiet, self.isVerbose) = (command, isQuiet, isVerbose)
    state = Locked(State(progress: ProgressBar(isEnabled: !isQuiet && !isVerbose, unit: unit)))
  }

  /// Writes results beside the work from now on: a camera doesn't wait for who reads them.
  ///
  /// Those that nobody reads are left out in time, which is said.
  package func writeBesideWork() {
    lines.withLock { lines in
      lines = LineQueue { [weak self] in
        self?.writeNow($0) ?? false
      } tellLost: { [weak self] count in
        guard let self else { return }
        tell(
          "\(command): standard output: \(count) \(count == 1 ? "line was" : "lines were") left out: nobody read them"
        )
      }
    }
  }

  /// Whether anything went wrong.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Whether nobody reads the output any more.
  package var isOutputClosed: Bool { state.withLock { $0.isOutputClosed } }

  /// Writes results; where nobody reads them any more, that is remembered, and said unless it is a reader that has seen
  /// enough.
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

  /// Writes results on the thread of lines, without keeping others from saying something meanwhile; false where nobody reads.
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
    tell("\(command): standard output: \(error)", &state)
  }

  /// Writes no results any more: the process is about to end.
  package func close() { state.withLock { $0.isOutputClosed = true } }

  /// Says that something went wrong.
  package func fail(_ failure: String) {
    state.withLock { state in
      state.hasFailed = true
      tell("\(command): \(failure)", &state)
    }
  }

  /// Says that something about a file went wrong, an input or what was to be written.
  package func fail(_ failure: FileFailure) { fail("\(failure)") }

  /// Says what is amiss with an input, which is not a failure yet.
  package func warn(_ warning: String, on source: InputPath) { tell("\(command): \(source.title): \(warning)") }

  /// Says something about an input where the person wants to know everything.
  package func note(_ note: @autoclosure () -> String, on source: InputPath) {
    if isVerbose { tell("\(source.title): \(note())") }
  }

  /// Says something, unless nobody wants to hear anything.
  package func tell(_ message: String) { state.withLock { tell(message, &$0) } }

  private func tell(_ message: String, _ state: inout State) {
    guard !isQuiet else { return }
    state.progress.clear()
    StandardStream.error.writeLine(message)
  }

  /// Shows how far the work is.
  package func update(done: Int, of total: Int?, note: @autoclosure () -> String? = nil) {
    state.withLock { $0.progress.update(done: done, of: total, note: note()) }
  }

  /// Shows on a terminal how many seconds are left until something happens.
  package func countDown(seconds: Int) { state.withLock { $0.progress.show("\(seconds)") } }

  /// Shows a line on a terminal, in place of the one before.
  package func show(_ line: String) { state.withLock { $0.progress.show(line) } }

  /// Takes the progress away, and waits until results are written.
  package func finish() {
    lines.withLock { $0 }?.finish()
    finishProgress()
  }

  private func finishProgress() { state.withLock { $0.progress.clear() } }
}
