import OpenCaptureFlow
package import ArgumentParser
import OpenCaptureSession

/// A command that ends in an exit status of its own.
package protocol StatusCommand: ParsableCommand {
  /// Finds out what is read and written, and opens none of it; no thread is started yet.
  ///
  /// - Throws: ``CommandError``, ``OutputError`` or `CaptureError` where it can't begin; other errors are usage errors.
  func prepare() throws -> PreparedCommand
}

/// Parses the arguments, runs the command, and maps the outcome to an exit status.
package enum CommandRunner {
  /// The statuses that all commands have in common.
  private enum Status {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 2
  }

  /// Runs the command that the process's arguments ask for.
  ///
  /// - Returns: The exit status: the command's own, 1 where it couldn't begin, 2 after wrong usage.
  package static func run<Root: ParsableCommand>(_ root: Root.Type) -> Int32 {
    StandardDescriptors.fillGaps()
    FileSizeLimit.letWritesFail()
    do {
      var command = try root.parseAsRoot()
      guard let working = command as? any StatusCommand else {
        try command.run()  // the help command, which ends in an error that carries the text
        return Status.success
      }
      try DescriptorLimit.ensureEnough()
      Interruption.install()
      let prepared = try working.prepare()
      let state = prepared.sandbox?.enter() ?? .off("--no-sandbox")
      InterruptionWatch.start()
      return try prepared.work(state)
    } catch let error where isFailure(error) {
      StandardStream.error.writeLine("\(root._commandName): \(error)")
      return Status.failure
    } catch {
      // Help and version come as errors too; their status is success.
      let isFailure = root.exitCode(for: error) != .success
      let message = root.fullMessage(for: error)
      // It can repeat what was given on the command line.
      for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
        (isFailure ? StandardStream.error : .output).writeLine(String(line))
      }
      return isFailure ? Status.usage : Status.success
    }
  }

  /// Whether a command that was called right couldn't begin.
  private static func isFailure(_ error: any Error) -> Bool {
    error is CommandError || error is OutputError || error is CaptureError
  }
}
