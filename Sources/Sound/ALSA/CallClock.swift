import OpenCaptureSystem

/// When the call into ALSA's library began that hasn't come back yet.
///
/// In a library of a sound server that died one may never: libpulse 16 waits for shared memory that nobody will give back.
final class CallClock: Sendable {
  private let start = Locked(0)

  func calling<Result>(_ body: () -> Result) -> Result {
    start.withLock { $0 = Int(clamping: MonotonicClock.now()) }
    defer { start.withLock { $0 = 0 } }
    return body()
  }

  /// In nanoseconds; nil where none is on its way.
  var began: UInt64? {
    let began = start.withLock { $0 }
    return began > 0 ? UInt64(began) : nil
  }
}
