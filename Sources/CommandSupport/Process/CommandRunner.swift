package import ArgumentParser
import Glibc
import OpenCapturePublishing
import OpenCaptureSession

/// A command with its own exit status.
package protocol StatusCommand: DocumentedCommand {
  /// Checks the combination of all options.
  ///
  /// ArgumentParser calls `validate()` before it detects unknown options. A check there would report a missing option
  /// instead of the misspelled one.
  ///
  /// - Throws: `ValidationError`.
  func check() throws

  /// Determines the files to read and write, without opening them or starting threads.
  ///
  /// - Throws: ``CommandError``, ``OutputError``, `CaptureError` or `PublishingError` if the command cannot start;
  ///   other errors are usage errors.
  mutating func prepare() throws -> PreparedCommand
}

extension StatusCommand {
  /// Accepts all options.
  package func check() throws {}
}

/// Parses the arguments, runs the command, and maps the outcome to an exit status.
package enum CommandRunner {
  /// The exit statuses that all commands share.
  private enum Status {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 2
  }

  /// Runs the command that the process's arguments select.
  ///
  /// - Parameters:
  ///   - root: The root command.
  ///   - completed: The command for shell completion, if different.
  ///   - related: The names of separate commands that can be mistaken for subcommands. Default: none.
  /// - Returns: The exit status: the command's own, 1 if it could not start, or 2 after wrong usage.
  package static func run<Root: ParsableCommand>(
    _ root: Root.Type, completingWith completed: (any ParsableCommand.Type)? = nil, relatedTo related: [String] = []
  ) -> Int32 {
    StandardDescriptors.fillGaps()
    // Writes to closed pipes and beyond the file size limit fail, so that recordings can be finished.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let first = CommandLine.arguments.dropFirst().first
    let commands = root.configuration.subcommands.map { $0._commandName }
    if let first, !commands.isEmpty, let advice = MistypedCommand.advice(first, commands: commands + related) {
      return refuse("Error: \(advice)\n  See '\(root._commandName) --help' for more information.")
    }
    // The shell asks for completions.
    let isAsked = first == "---completion"
    do {
      if isAsked, let completed { _ = try completed.parseAsRoot() }
      var command = try root.parseAsRoot()
      guard var working = command as? any StatusCommand else {
        try command.run()  // The help command throws an error that carries its text.
        return Status.success
      }
      do { try working.check() } catch {
        return refuse(advice(for: root) ?? usageMessage(error, in: type(of: working), of: root))
      }
      try DescriptorLimit.ensureEnough()
      Interruption.install()
      let prepared = try working.prepare()
      let state = prepared.sandbox?.enter() ?? .off("--no-sandbox")
      InterruptionWatchdog.start()
      return try prepared.work(state)
    } catch let error where isFailure(error) {
      // An error without a subject is a whole sentence.
      let isSentence = (error as? any DescribedError)?.subject.isEmpty ?? false
      StandardStream.error.writeLine(isSentence ? "\(error)" : "\(root._commandName): \(error)")
      return Status.failure
    } catch {
      if let advice = advice(for: root) { return refuse(advice) }
      guard root.exitCode(for: error) == .success else { return refuse(root.fullMessage(for: error)) }
      // Help, version and completion scripts are thrown as errors, too; their text needs no escaping.
      let isScript = CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") }
      let speaker = isAsked || isScript ? completed ?? root : root
      StandardStream.output.writeLine(escaped: speaker.fullMessage(for: error).withExamplesLast)
      return Status.success
    }
  }

  /// Returns a hint if a file name was parsed as options.
  private static func advice<Root: ParsableCommand>(for root: Root.Type) -> String? {
    let advice = DashedFileName.advice(Array(CommandLine.arguments.dropFirst()), command: root._commandName)
    return advice.map { "Error: \($0)" }
  }

  /// Returns an error of a command and its usage, in the same form as ArgumentParser's own errors.
  private static func usageMessage<Root: ParsableCommand>(
    _ error: any Error, in command: any ParsableCommand.Type, of root: Root.Type
  ) -> String {
    let isRoot = ObjectIdentifier(command) == ObjectIdentifier(root)
    let name = isRoot ? root._commandName : "\(root._commandName) \(command._commandName)"
    let usage = isRoot ? root.usageString() : root.usageString(for: command)
    let lines = usage.split(separator: "\n").joined(separator: "\n       ")
    return "Error: \(root.message(for: error))\nUsage: \(lines)\n  See '\(name) --help' for more information."
  }

  /// Prints a usage error, escaped because it can quote arguments.
  private static func refuse(_ message: String) -> Int32 {
    for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
      StandardStream.error.writeLine(String(line))
    }
    return Status.usage
  }

  /// Whether an error kept a correctly used command from starting.
  private static func isFailure(_ error: any Error) -> Bool {
    error is CommandError || error is OutputError || error is CaptureError || error is PublishingError
  }
}

/// A command whose sandbox rights are known, and that has not read any input yet.
package struct PreparedCommand {
  /// The rights that the command keeps; nil for all.
  let sandbox: Sandbox?
  let work: (SandboxState) throws -> Int32

  /// Makes a prepared command.
  ///
  /// - Parameters:
  ///   - sandbox: The rights that the command keeps. Default: all.
  ///   - work: Runs the command in the sandbox and returns its exit status.
  package init(sandbox: Sandbox? = nil, work: @escaping (SandboxState) throws -> Int32) {
    self.sandbox = sandbox
    self.work = work
  }
}

/// A file name that begins with a dash and is therefore parsed as options.
package enum DashedFileName {
  /// Arguments that are never file names, even if such a file exists.
  private static let options: Set = ["-", "-h", "--help", "--version"]

  /// Returns a hint if one of the arguments is a file name; otherwise nil.
  ///
  /// - Parameters:
  ///   - arguments: The arguments that could not be parsed.
  ///   - command: The command's name.
  ///   - isFile: Whether a file with this name exists.
  package static func advice(
    _ arguments: [String], command: String, isFile: (String) -> Bool = { FileKind(of: InputPath($0)) != nil }
  ) -> String? {
    guard let name = arguments.prefix(while: { $0 != "--" }).first(where: { isName($0, isFile) }) else {
      return nil
    }
    return "'\(name)' is parsed as options. Put file names that begin with a dash after --:"
      + " \(command) -- \(name)"
  }

  private static func isName(_ argument: String, _ isFile: (String) -> Bool) -> Bool {
    guard argument.hasPrefix("-"), !options.contains(argument) else { return false }
    // An option contains no dot, except in a value after an equals sign.
    let looksLikeName = !argument.hasPrefix("--") && argument.contains(".") && !argument.contains("=")
    return looksLikeName || isFile(argument)
  }
}
