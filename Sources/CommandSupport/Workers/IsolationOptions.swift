package import ArgumentParser

/// The process that decodes inputs, as the value of `--isolation`.
package enum Isolation: String, CaseIterable, ExpressibleByArgument {
  /// The command's own process.
  case none
  /// Worker processes that can be killed.
  case process
}

/// The option that chooses the process that decodes inputs.
package struct IsolationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Decode in worker processes, where an input can neither hang nor end the command, or in this process (default: \
      process with --stream, for several inputs, in a window and for network cameras).
      """, valueName: "WHERE"))
  package var isolation: Isolation?

  package init() {}

  /// Returns whether inputs are decoded in worker processes.
  ///
  /// - Parameter isSingle: Whether there is one input only, which the sandbox of this process is enough for.
  package func isUsed(forSingleInput isSingle: Bool) -> Bool {
    (isolation ?? (isSingle ? .none : .process)) == .process
  }
}
