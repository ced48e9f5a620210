import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a network camera, received and decoded on one thread.
final class NetworkStream: CaptureStream {
  let configuration: CaptureStreamConfiguration
  private let opened: NetworkConnection.Opened
  private let connection: NetworkConnection
  private let sink: any CaptureDeviceSink
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = SourceThread()
  private let watch: Locked<Watch>

  init(
    _ opened: NetworkConnection.Opened, of connection: NetworkConnection, stallNotice: MediaTime,
    to sink: any CaptureDeviceSink
  ) {
    self.opened = opened
    self.connection = connection
    self.sink = sink
    configuration = CaptureStreamConfiguration(
      formatDescription: opened.format.formatDescription,
      frameDuration: opened.format.frameRateRanges[0].minFrameDuration)
    // The reader has its own timeout, so the stall watch needs none.
    let stallTimes = StallTimeouts(
      reportDelay: stallNotice, limit: .invalid, frameDuration: configuration.frameDuration)
    watch = Locked(Watch(stall: StallDetector(stallTimes, since: MonotonicClock.now())))
  }

  private struct Watch: Lockable {
    var stall: StallDetector
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) { try thread.start("network", of: connection.name) { self.run() } }

  func stop() {
    thread.requestStop()
    opened.reader.cancel()
    thread.stop()
  }

  private func run() {
    var clock = StreamClock()
    for arrival in opened.first { clock.note(streamTime(arrival), arrival: arrival.nanoseconds) }
    var arrivals = opened.first[...]
    // The reader calls this closure repeatedly on this thread while it waits.
    let limit = WorkLimit(cpuTime: nil) { [weak self] in
      self?.checkForStall()
      return false
    }
    while !thread.isStopped {
      do {
        let arrival = try arrivals.popFirst() ?? limit.run { try opened.reader.next() }
        try deliver(arrival, &clock)
      } catch {
        guard !thread.isStopped else { return }
        let failure =
          (error as? MovieError).map { CaptureError(network: $0, connection.name, connection.address) }
          ?? CaptureError(.deviceFailed, subject: connection.name, error)
        connection.lose(failure)
        return sink.end(failure)
      }
    }
  }

  /// Reports a stall if no frames arrive.
  private func checkForStall() {
    let now = MonotonicClock.now()
    guard case .report(let silence) = watch.withLock({ $0.stall.check(at: now) }) else { return }
    sink.receive(
      CaptureStall(silence: silence, now: MediaTime(value: Int64(clamping: now), timescale: 1_000_000_000)))
  }

  private func deliver(_ arrival: ReceivedFrame, _ clock: inout StreamClock) throws(MovieError) {
    var sample = arrival.sample
    let actual = sample.format.videoDimensions
    let expected = configuration.formatDescription.videoDimensions
    guard actual == expected else {
      throw MovieError(
        .unreachable, subject: connection.name, reason: "the frame size changed from \(expected) to \(actual)")
    }
    watch.withLock { $0.stall.recordFrame(at: MonotonicClock.now()) }
    let time = clock.time(
      of: streamTime(arrival), arrival: arrival.nanoseconds, wall: arrival.wallClock.map(Self.monotonic))
    sample.timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: time, timescale: 1_000_000_000), duration: configuration.frameDuration
    )
    if arrival.skippedFrameCount > 0 {
      sink.receive(
        DroppedFrame(
          .late, timing: sample.timing, sequenceNumber: sample.sequenceNumber,
          formatDescription: sample.format, count: arrival.skippedFrameCount))
    }
    let isDamaged = sample.bufferAttachments[.isDamaged] != nil
    counts.withLock { counts in
      counts.frameCount += 1
      counts.damagedCount += isDamaged ? 1 : 0
    }
    sink.receive(sample)
  }

  /// Returns the time of a frame in the stream in nanoseconds; nil if the stream has no times.
  private func streamTime(_ arrival: ReceivedFrame) -> Int64? {
    guard opened.reader.info.hasCameraTimes else { return nil }
    let time = arrival.sample.presentationTimeStamp.convertScale(1_000_000_000)
    return time.isNumeric ? time.value : nil
  }

  /// Converts a time of day, in microseconds since 1970, to the monotonic clock.
  private static func monotonic(_ wall: Int64) -> Int64 {
    let now = Int64(clamping: MonotonicClock.now())
    let time = WallTime.now.nanosecondsSince1970
    let (nanoseconds, overflow) = wall.multipliedReportingOverflow(by: 1000)
    return overflow ? .min : now &+ (nanoseconds &- time)
  }
}

extension CaptureError {
  /// Creates the error for a network camera, with all secrets removed from the library's message.
  init(network error: MovieError, _ name: String, _ address: NetworkCameraAddress) {
    var reason = error.reason
    // Replace the longest secrets first, because they can contain shorter ones.
    for secret in [address.connected] + address.secrets.sorted(by: { $0.count > $1.count }) {
      reason = reason.replacing(secret, with: secret == address.connected ? address.description : "…")
    }
    let subject = name == address.description ? name : "\(name) (\(address))"
    switch error.code {
    case .silent: self.init(.stalled, subject: subject, reason: reason, hint: connectionHint)
    case .unauthorized:
      self.init(.notAuthorized, subject: subject, reason: reason, hint: "check the user name and password")
    case .engineMissing, .unsupportedCodec, .refusedFormat:
      self.init(.unsupported, subject: subject, reason: reason, hint: error.hint)
    case .outOfMemory: self.init(.outOfMemory, subject: subject, reason: reason)
    default: self.init(.deviceFailed, subject: subject, reason: reason, hint: connectionHint)
    }
  }
}

private let connectionHint = "check that the camera is on and connected, and that the address is correct"
