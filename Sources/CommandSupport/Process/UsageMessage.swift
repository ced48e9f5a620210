import ArgumentParser

/// What is said of a command line that asks for what can't be.
enum UsageMessage {
  /// The error, and how the command is used, as ArgumentParser says it of errors that it finds itself.
  ///
  /// - Parameters:
  ///   - command: The one that was asked for.
  ///   - root: The one that it is part of, or the same.
  static func text<Root: ParsableCommand>(
    of error: any Error, in command: any ParsableCommand.Type, of root: Root.Type
  ) -> String {
    let isRoot = ObjectIdentifier(command) == ObjectIdentifier(root)
    let name = isRoot ? root._commandName : "\(root._commandName) \(command._commandName)"
    let lines = (isRoot ? root.usageString() : root.usageString(for: command)).split(separator: "\n")
    let usage = lines.joined(separator: "\n       ")
    return "Error: \(root.message(for: error))\nUsage: \(usage)\n  See '\(name) --help' for more information."
  }
}
