import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSystem

/// A stream of a camera on the network: one thread waits for frames, and decodes them.
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
    (self.opened, self.connection, self.sink) = (opened, connection, sink)
    configuration = CaptureStreamConfiguration(
      formatDescription: opened.format.formatDescription,
      frameDuration: opened.format.frameRateRanges[0].minFrameDuration)
    // The reader gives up by itself.
    let patience = StallPatience(
      notice: stallNotice, limit: .invalid, frameDuration: configuration.frameDuration)
    watch = Locked(Watch(stall: StallWatch(patience, since: MonotonicClock.now())))
  }

  private struct Watch: Lockable {
    var stall: StallWatch
  }

  var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  func start() throws(CaptureError) {
    try thread.start("network", of: connection.name) { self.run() }
  }

  func stop() {
    thread.requestStop()
    opened.reader.cancel()
    thread.stop()
  }

  private func run() {
    var clock = StreamClock()
    for arrival in opened.first { clock.note(own(arrival), arrival: arrival.nanoseconds) }
    var arrivals = opened.first[...]
    // Asked again and again, on this thread, whether what is waited for is still wanted.
    let limit = WorkLimit(cpuTime: nil) { [weak self] in
      self?.look()
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

  /// Tells that no frames come.
  private func look() {
    let now = MonotonicClock.now()
    guard case .tell(let silence) = watch.withLock({ $0.stall.look(at: now) }) else { return }
    sink.receive(
      CaptureStall(silence: silence, now: MediaTime(value: Int64(clamping: now), timescale: 1_000_000_000)))
  }

  private func deliver(_ arrival: LiveArrival, _ clock: inout StreamClock) throws(MovieError) {
    var sample = arrival.sample
    let (came, expected) = (sample.formatDescription.dimensions, configuration.formatDescription.dimensions)
    guard came == expected else {
      throw MovieError(
        .unreachable, subject: connection.name, reason: "its pictures are now \(came), not \(expected)")
    }
    watch.withLock { $0.stall.frameCame(at: MonotonicClock.now()) }
    let time = clock.time(
      of: own(arrival), arrival: arrival.nanoseconds, wall: arrival.wallClock.map(Self.monotonic))
    sample.timing = SampleTiming(
      presentationTimeStamp: MediaTime(value: time, timescale: 1_000_000_000), duration: configuration.frameDuration
    )
    if arrival.passedOverCount > 0 {
      sink.receive(
        DroppedFrame(
          .late, timing: sample.timing, sequenceNumber: sample.sequenceNumber,
          formatDescription: sample.formatDescription, count: arrival.passedOverCount))
    }
    let isDamaged = sample.attachments[.isDamaged] != nil
    counts.withLock { counts in
      counts.frameCount += 1
      counts.damagedCount += isDamaged ? 1 : 0
    }
    sink.receive(sample)
  }

  /// When a frame was by the stream's time, in nanoseconds; nil where that has none.
  private func own(_ arrival: LiveArrival) -> Int64? {
    guard opened.reader.tellsTime else { return nil }
    let time = arrival.sample.presentationTimeStamp.convertScale(1_000_000_000)
    return time.isNumeric ? time.value : nil
  }

  /// A time of day, in microseconds since 1970, on the monotonic clock.
  private static func monotonic(_ wall: Int64) -> Int64 {
    let (now, time) = (Int64(clamping: MonotonicClock.now()), WallTime.now.nanosecondsSince1970)
    let (nanoseconds, overflow) = wall.multipliedReportingOverflow(by: 1000)
    return overflow ? .min : now &+ (nanoseconds &- time)
  }
}
