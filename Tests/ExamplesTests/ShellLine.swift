import ArgumentParser
import Glibc
import OpenCaptureCommandSupport

@testable import OpenCaptureScanQR
@testable import OpenCaptureViewfinder

/// A use of `scan-qr` or `viewfinder` in a shell line.
struct ShellLine: Sendable, CustomStringConvertible {
  /// The name of the command.
  let name: String
  /// The arguments, without redirections.
  let arguments: [String]

  var description: String { ([name] + arguments).joined(separator: " ") }

  /// Returns the uses of our commands in a line, which can have pipes, quotes and a comment.
  static func all(in line: some StringProtocol) -> [ShellLine] {
    words(of: line).split { ["|", "&&", ";"].contains($0) }.compactMap { part in
      guard let name = part.first, ["scan-qr", "viewfinder"].contains(name) else { return nil }
      let redirection = part.firstIndex { ["<", ">", ">>"].contains($0) } ?? part.endIndex
      return ShellLine(name: name, arguments: Array(part[..<redirection].dropFirst()))
    }
  }

  private static func words(of line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else if character == "#", word == nil {
        return words
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// Returns the parsed command, with all options checked as before a run.
  func command() throws -> any ParsableCommand {
    let root: any ParsableCommand.Type = name == "scan-qr" ? ScanCommand.self : ViewfinderCommand.self
    let command = try root.parseAsRoot(arguments)
    // Some checks depend on the standard output of these tests.
    let isStream = arguments.contains("-") && isatty(STDOUT_FILENO) == 1
    if !isStream { try (command as? any StatusCommand)?.check() }
    return command
  }
}
