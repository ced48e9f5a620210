package import ArgumentParser

/// Whether inputs come as a stream of work, and how they are shared.
package struct StreamOptions: ParsableArguments {
  @Flag(
    help: """
      Answer requests from standard input, each with one JSON line, in the order in which they are done: \
      {"id": …, "path": …} on a line, or {"id": …, "bytes": N} and N bytes behind its end.
      """)
  package var stream = false

  @Option(
    help: ArgumentHelp(
      "With --stream, take at most N inputs before the first of them is answered; default two for each job.",
      valueName: "N"))
  package var window: Int?

  @Option(
    help: ArgumentHelp("Give an input up after this much processor time.", valueName: "SECONDS"))
  package var deadline: Double?

  @Option(
    help: ArgumentHelp(
      "Take the inputs alone whose number, counted from 0, leaves I when divided by N, as 0/8 the first of eight.",
      valueName: "I/N"))
  package var shard = Shard.all

  package init() {}

  /// How much processor time an input may take; nil for any.
  package var timePerInput: Duration? { deadline.map { .seconds($0) } }

  /// How many inputs there may be at once.
  package func window(jobs: Int) -> Int { window ?? 2 * jobs }

  package func validate() throws {
    if let window {
      guard stream else { throw ValidationError("--window is for --stream.") }
      guard (1...4096).contains(window) else { throw ValidationError("--window must lie between 1 and 4096.") }
    }
    if let deadline, !(deadline > 0 && deadline < 1e6) { throw ValidationError("--deadline must be above 0.") }
  }
}

extension Shard {
  package var defaultValueDescription: String { "\(index)/\(count)" }
}
