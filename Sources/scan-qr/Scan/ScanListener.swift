/// Who is told what a scan finds while it goes on: a movie can take long.
struct ScanListener: Sendable {
  /// Takes what was found until now; false where it can't be printed yet, and is to stay part of the report.
  let print: @Sendable (InputReport) -> Bool
  /// Takes how far the scan is, in words.
  let progress: @Sendable (String) -> Void
  /// Whether there is no use in going on.
  let isOver: @Sendable () -> Bool
}
