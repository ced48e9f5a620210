import OpenCaptureSystem

extension MediaTime {
  /// The system's monotonic clock now: what cameras' times are measured with.
  public static var hostTime: MediaTime {
    MediaTime(value: Int64(clamping: MonotonicClock.now()), timescale: 1_000_000_000)
  }
}
