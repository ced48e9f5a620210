import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// A frame of a camera on the network, and what is known of when it was.
package struct LiveArrival: Sendable {
  /// With the stream's own times.
  package var sample: SampleBuffer
  /// When its last bytes came, in nanoseconds of the monotonic clock.
  package var nanoseconds: UInt64
  /// Whether it didn't come at its time, but waited with others.
  package var isLate: Bool
  /// When it was by the camera's clock, in microseconds since 1970; nil where it doesn't say.
  package var wallClock: Int64?
  /// How many frames and packets were passed over since the one before.
  package var passedOverCount: Int

  /// - Parameters:
  ///   - ticks: When it was by the stream's time.
  ///   - clock: What the camera says of the time of day.
  init(
    _ sample: SampleBuffer, at ticks: Int64, _ clock: cffmpeg_wall_clock, in timeBase: TimeBase,
    arrival: cffmpeg_arrival, passedOverCount: Int
  ) {
    (self.sample, self.passedOverCount) = (sample, passedOverCount)
    (nanoseconds, isLate) = (UInt64(clamping: arrival.time), arrival.is_late)
    guard clock.microseconds != 0 else { return }
    let since = timeBase.time(ticks &- clock.time)?.convertScale(1_000_000)
    wallClock = since.flatMap { $0.isNumeric ? clock.microseconds &+ $0.value : nil }
  }
}
