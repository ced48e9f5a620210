import OpenCaptureMetadata

/// The exit status of the command.
enum ExitStatus: Int32 {
  /// Codes were found, and no input failed.
  case found = 0
  /// An input failed; the others were scanned.
  case inputFailed = 1
  /// The command line was wrong.
  case usage = 2
  /// No code was found, and no input failed.
  case nothingFound = 4
  /// The terminal was closed; the codes found so far are printed.
  case hungUp = 129
  /// The user interrupted the run; the codes found so far are printed.
  case interrupted = 130
  /// SIGTERM ended the run; the codes found so far are printed.
  case terminated = 143

  /// Returns the status of a finished run.
  init(found: Bool, failed: Bool, signal: Int32?) {
    if let signal {
      self = ExitStatus(rawValue: 128 + signal) ?? .interrupted
    } else {
      self = failed ? .inputFailed : found ? .found : .nothingFound
    }
  }
}

/// A hint for a user who searched for few types and found no code.
enum UnfoundTypesHint {
  /// Returns the hint; nil if it would not help, or if no user sees it.
  ///
  /// - Parameters:
  ///   - status: The exit status of the run.
  ///   - types: The types that were searched for.
  ///   - readable: The types that can be read.
  ///   - isVisible: Whether standard error is a terminal, and `--quiet` is not given.
  static func text(
    after status: ExitStatus, types: Set<MetadataObjectType>, of readable: Set<MetadataObjectType>, isVisible: Bool
  ) -> String? {
    guard isVisible, status == .nothingFound, !types.isSuperset(of: readable) else { return nil }
    let result = types == [.qr] ? "no QR code found" : "no code of the requested types found"
    return "scan-qr: \(result); use --types all to search for all types"
  }
}
