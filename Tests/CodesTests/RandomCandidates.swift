import Foundation

/// The number of random candidates that are tried, none of which is a code.
enum RandomCandidates {
  /// Returns the number in `OPENCAPTURE_CANDIDATES`; a million takes hours.
  static func count(usually count: Int) -> Int {
    ProcessInfo.processInfo.environment["OPENCAPTURE_CANDIDATES"].flatMap { Int($0) } ?? count
  }
}
