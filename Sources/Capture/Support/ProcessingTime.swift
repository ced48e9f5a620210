import Processing

/// The monotonic clock that drivers' timestamps are measured with.
enum ProcessingTime {
  /// Nanoseconds.
  static func now() -> UInt64 { ProcessingClock.monotonic.nanoseconds() }
}
