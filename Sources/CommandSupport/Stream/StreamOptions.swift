package import ArgumentParser

/// The options for a stream of requests, and for sharing inputs among processes.
package struct StreamOptions: ParsableArguments {
  @Flag(
    help: """
      Read requests from standard input and print one JSON line for each as soon as it is done. A request is a \
      line {"id": …, "path": …}, or {"id": …, "bytes": N} followed by N bytes.
      """)
  package var stream = false

  @Option(
    help: ArgumentHelp(
      "Accept at most N unanswered requests with --stream (default: two per job).",
      valueName: "N"))
  package var window: Int?

  @Option(
    help: ArgumentHelp("Abandon an input after this much processor time (default: never).", valueName: "SECONDS"))
  package var deadline: Double?

  @Option(
    help: ArgumentHelp(
      "Process every Nth input, starting with number I (from 0).",
      valueName: "I/N"))
  package var shard = Shard.all

  package init() {}

  /// The limit of processor time for an input; nil for none.
  package var timePerInput: Duration? { deadline.map { .seconds($0) } }

  /// Checks that `--stream` is not combined with options that it excludes.
  package func check(excluding options: KeyValuePairs<String, Bool>) throws {
    if stream, let name = options.first(where: \.value)?.key {
      throw ValidationError("--stream cannot be combined with \(name).")
    }
  }

  package func validate() throws {
    if let window {
      guard stream else { throw ValidationError("--window needs --stream.") }
      guard (1...4096).contains(window) else { throw ValidationError("--window must be between 1 and 4096.") }
    }
    if let deadline, !(deadline > 0 && deadline < 1e6) {
      throw ValidationError("--deadline must be greater than 0.")
    }
  }
}
