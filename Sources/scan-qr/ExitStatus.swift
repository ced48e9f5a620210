/// How the command ends, as scripts see it.
enum ExitStatus: Int32 {
  /// Something was found and no input failed.
  case found = 0
  /// An input failed; the others were scanned.
  case inputFailed = 1
  /// The command was not called right.
  case usage = 2
  /// Nothing was found, and no input failed.
  case nothingFound = 4
  /// The terminal was closed; what was found until then is printed.
  case hungUp = 129
  /// The person asked to stop; what was found until then is printed.
  case interrupted = 130
  /// The process was asked to end by SIGTERM; what was found until then is printed.
  case terminated = 143

  /// The status of a run that came to its end.
  init(found: Bool, failed: Bool, signal: Int32?) {
    if let signal {
      self = ExitStatus(rawValue: 128 + signal) ?? .interrupted
    } else {
      self = failed ? .inputFailed : found ? .found : .nothingFound
    }
  }
}
