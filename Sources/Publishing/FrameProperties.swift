package import OpenCaptureMediaSamples
package import OpenCaptureMetadata
package import OpenCaptureSystem

/// The capture time, the camera's frame number, and the number of lost frames in messages about a frame.
package struct FrameProperties: Sendable, Hashable {
  package let captured: WallTime
  /// The camera's frame number; nil if the camera does not count.
  package let cameraSequence: UInt64?
  /// The number of frames lost since the start of the stream.
  package let drops: Int

  package init(_ sample: SampleBuffer, drops: Int, _ clock: CaptureClock) {
    captured = clock.wallTime(of: sample.presentationTimeStamp)
    cameraSequence = sample.sequenceNumber
    self.drops = drops
  }
}

extension JSONLine {
  package mutating func add(_ facts: FrameProperties) {
    add("captured", facts.captured.universal)
    if let sequence = facts.cameraSequence { add("cameraSequence", Int(clamping: sequence)) }
    add("drops", facts.drops)
  }
}

/// A clock that converts time stamps of the monotonic clock to wall clock time.
package struct CaptureClock: Sendable {
  /// The largest distance of a monotonic time stamp from now, in nanoseconds; others are of another clock.
  private static let maximumAge: Int64 = 600_000_000_000

  private let monotonic: MonotonicClock
  private let wall: @Sendable () -> WallTime

  package init(
    _ monotonic: MonotonicClock = .system, wall: @escaping @Sendable () -> WallTime = { WallTime.now }
  ) {
    self.monotonic = monotonic
    self.wall = wall
  }

  /// Returns the wall clock time of a time stamp; the current time for stamps of another clock.
  package func wallTime(of stamp: MediaTime) -> WallTime {
    let now = Int64(clamping: monotonic.nanoseconds())
    let time = wall()
    let nanoseconds = stamp.convertScale(1_000_000_000)
    guard nanoseconds.isNumeric else { return time }
    let age = now.subtractingReportingOverflow(nanoseconds.value)
    guard !age.overflow, age.partialValue.magnitude <= Self.maximumAge.magnitude else { return time }
    return WallTime(
      nanosecondsSince1970: time.nanosecondsSince1970.subtractingReportingOverflow(age.partialValue).partialValue,
      secondsFromGMT: time.secondsFromGMT)
  }
}
