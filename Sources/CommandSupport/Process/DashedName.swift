/// A file's name that begins with a dash, and is taken for options.
package enum DashedName {
  /// Arguments that are never meant as names, though there can be a file of theirs.
  private static let options: Set = ["-", "-h", "--help", "--version"]

  /// What to say where one of the arguments is meant as a name; nil where none is.
  ///
  /// - Parameters:
  ///   - arguments: Those that can't be understood.
  ///   - command: What they were given to.
  ///   - isFile: Whether there is a file of this name.
  package static func advice(
    _ arguments: [String], command: String, isFile: (String) -> Bool = { FileKind(of: InputPath($0)) != nil }
  ) -> String? {
    guard let name = arguments.prefix(while: { $0 != "--" }).first(where: { isName($0, isFile) }) else {
      return nil
    }
    return "'\(name)' is taken for options: what begins with a dash and is a name comes after --, as in"
      + " \(command) -- \(name)"
  }

  private static func isName(_ argument: String, _ isFile: (String) -> Bool) -> Bool {
    guard argument.hasPrefix("-"), !options.contains(argument) else { return false }
    // No option has a dot in it, but a value behind its equals sign.
    let looksLikeName = !argument.hasPrefix("--") && argument.contains(".") && !argument.contains("=")
    return looksLikeName || isFile(argument)
  }
}
