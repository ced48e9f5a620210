/// The arguments of a command for its workers, which need its options, but not the names of its inputs.
enum WorkerArguments {
  /// The most names in a row that are kept: a possible value of the option before them, and two to tell that there are
  /// several inputs.
  static let longestRun = 3

  /// Returns the arguments without most of the names in long rows.
  static func shortened(_ arguments: some Sequence<String>) -> [String] {
    var kept: [String] = []
    var run = 0
    var hasEnded = false
    for argument in arguments {
      run = argument.hasPrefix("-") && !hasEnded ? 0 : run + 1
      if argument == "--" { hasEnded = true }
      if run <= longestRun { kept.append(argument) }
    }
    return kept
  }
}
