import Foundation

/// The random candidates that are tried, none of which is a code.
enum RandomCandidates {
  /// Returns the seeds of candidates: those in `OPENCAPTURE_CANDIDATES`, such as `0-200000`, or the first ones.
  ///
  /// A million candidates take hours, so that they are tried in parts.
  static func seeds(usually count: UInt64) -> Range<UInt64> {
    let given = ProcessInfo.processInfo.environment["OPENCAPTURE_CANDIDATES"] ?? ""
    let ends = given.split(separator: "-").compactMap { UInt64($0) }
    guard ends.count == 2, ends[0] < ends[1] else { return 0..<count }
    return ends[0]..<ends[1]
  }
}
