/// A mistyped subcommand, which would be parsed as the name of a file.
package enum MistypedCommand {
  /// Returns a message that names the nearest command; nil if the word can be a command or a file.
  ///
  /// - Parameters:
  ///   - word: The first argument.
  ///   - commands: The names of the subcommands, except `help`, and of related commands.
  ///   - isFile: Whether a file with this name exists.
  package static func advice(
    _ word: String, commands: [String], isFile: (String) -> Bool = { FileKind(of: InputPath($0)) != nil }
  ) -> String? {
    guard word.count > 2, word.first != "-", word.isPlain(with: "-"), word != "help", !commands.contains(word),
      !isFile(word)
    else { return nil }
    let similar = commands.map { (name: $0, edits: word.difference(from: $0).count) }.min { $0.edits < $1.edits }
    let nearest = commands.first { $0.hasPrefix(word) } ?? similar.flatMap { $0.edits <= 2 ? $0.name : nil }
    return nearest.map { "Unknown command '\(word)'. Did you mean '\($0)'?" }
  }
}
