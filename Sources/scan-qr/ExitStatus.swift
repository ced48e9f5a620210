import OpenCaptureMetadata

/// The exit status of the command.
enum ExitStatus: Int32 {
  /// Codes were found, and no input failed.
  case found = 0
  /// An input failed; the others were scanned.
  case inputFailed = 1
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

  /// Returns a hint for a user who found no code; nil if nothing else can be tried.
  ///
  /// - Parameters:
  ///   - types: The types that the user asked for; nil for the default.
  ///   - readable: The types that can be read.
  func hint(types: Set<MetadataObjectType>?, of readable: Set<MetadataObjectType>) -> String? {
    guard self == .nothingFound else { return nil }
    guard let types else { return "scan-qr: no code found; try harder with --types all" }
    guard !types.isSuperset(of: readable) else { return nil }
    let result = types == [.qr] ? "no QR code found" : "no code of the requested types found"
    return "scan-qr: \(result); use --types all to search for all types"
  }
}
