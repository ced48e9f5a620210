package import ArgumentParser

/// A command line in a command's help, and its effect.
package struct CommandExample: Sendable {
  /// The effect, as a sentence.
  package let effect: String
  /// The command line, as typed in a shell.
  package let line: String

  package init(_ effect: String, _ line: String) {
    self.effect = effect
    self.line = line
  }
}

/// A command whose help ends with examples and references.
package protocol DocumentedCommand: ParsableCommand {
  /// Typical command lines.
  static var examples: [CommandExample] { get }
  /// The manual pages of related commands, and the guide's path in the source tree.
  static var references: [String] { get }
}

extension DocumentedCommand {
  /// The last sections of a discussion: the examples and the references.
  package static var helpEnding: String {
    let lines = examples.map { "  \($0.effect)\n    $ \($0.line)" }
    return (["EXAMPLES:"] + lines + ["", "SEE ALSO:", "  " + references.joined(separator: ", ")])
      .joined(separator: "\n")
  }
}

extension String {
  /// The same help with its examples and references at the end; ArgumentParser puts a discussion before the usage.
  var withExamplesLast: String {
    guard let examples = firstRange(of: "\nEXAMPLES:\n")?.lowerBound,
      let usage = self[examples...].firstRange(of: "\nUSAGE: ")?.lowerBound
    else { return self }
    var options = self[usage...]
    while options.last == "\n" { options.removeLast() }
    return "\(self[..<examples])\(options)\n\(self[examples..<usage].dropLast())"
  }
}
