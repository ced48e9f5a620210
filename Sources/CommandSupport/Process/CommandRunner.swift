import OpenCaptureFlow
package import ArgumentParser
import OpenCaptureSession

/// A command that ends in an exit status of its own.
package protocol StatusCommand: ParsableCommand {
  /// Checks what was asked for as a whole.
  ///
  /// Here rather than in `validate()`, which is called before it is known whether there is an option of every name: what
  /// is missing because an option was misspelled would be said, and not that.
  ///
  /// - Throws: `ValidationError`.
  func check() throws

  /// Finds out what is read and written, and opens none of it; no thread is started yet.
  ///
  /// - Throws: ``CommandError``, ``OutputError`` or `CaptureError` where it can't begin; other errors are usage errors.
  func prepare() throws -> PreparedCommand
}

extension StatusCommand {
  /// Everything can be asked for.
  package func check() throws {}
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
  /// - Parameters:
  ///   - root: The command line.
  ///   - completed: What shells complete it like, where that isn't the same.
  /// - Returns: The exit status: the command's own, 1 where it couldn't begin, 2 after wrong usage.
  package static func run<Root: ParsableCommand>(
    _ root: Root.Type, completedLike completed: (any ParsableCommand.Type)? = nil
  ) -> Int32 {
    StandardDescriptors.fillGaps()
    FileSizeLimit.letWritesFail()
    ClosedPipe.letWritesFail()
    // A shell that wants to know what can stand at a place.
    let isAsked = CommandLine.arguments.dropFirst().first == "---completion"
    do {
      if isAsked, let completed { _ = try completed.parseAsRoot() }
      var command = try root.parseAsRoot()
      guard let working = command as? any StatusCommand else {
        try command.run()  // the help command, which ends in an error that carries the text
        return Status.success
      }
      do { try working.check() } catch {
        return refuse(advice(for: root) ?? UsageMessage.text(of: error, in: type(of: working), of: root))
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
      if let advice = advice(for: root) { return refuse(advice) }
      guard root.exitCode(for: error) == .success else { return refuse(root.fullMessage(for: error)) }
      // Help, version and completions, which come as errors too: texts of ours, as they are.
      let isScript = CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") }
      let speaker = isAsked || isScript ? completed ?? root : root
      StandardStream.output.writeLine(escaped: speaker.fullMessage(for: error))
      return Status.success
    }
  }

  /// What to say where a name was taken for options.
  private static func advice<Root: ParsableCommand>(for root: Root.Type) -> String? {
    DashedName.advice(Array(CommandLine.arguments.dropFirst()), command: root._commandName).map { "Error: \($0)" }
  }

  /// Says what is wrong with the usage; it can repeat what was given on the command line.
  private static func refuse(_ message: String) -> Int32 {
    for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
      StandardStream.error.writeLine(String(line))
    }
    return Status.usage
  }

  /// Whether a command that was called right couldn't begin.
  private static func isFailure(_ error: any Error) -> Bool {
    error is CommandError || error is OutputError || error is CaptureError
  }
}
