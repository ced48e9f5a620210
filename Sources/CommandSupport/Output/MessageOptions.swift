import ArgumentParser

/// The options for messages on standard error.
package struct MessageOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Suppress progress and messages.")
  package var quiet = false

  @Flag(name: .shortAndLong, help: "Print details such as formats and times on standard error.")
  package var verbose = false

  package init() {}

  package func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
  }

  /// Returns a command's console, with its unit of progress in the plural.
  package func console(_ command: String, unit: String) -> Console {
    Console(command, unit: unit, isQuiet: quiet, isVerbose: verbose)
  }
}
