/// Who is told what a scan finds while it goes on: a movie can take long.
struct ScanListener: Sendable {
  /// Takes codes that were found; false where they can't be printed yet, and are to be part of the report.
  let print: @Sendable ([Find]) -> Bool
  /// Takes how far the scan is, in words.
  let progress: @Sendable (String) -> Void
  /// Whether there is no use in going on.
  let isOver: @Sendable () -> Bool
}
