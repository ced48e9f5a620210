public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// The stream of a source that produces one sample after another.
///
///     func startStreaming(
///       _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
///     ) throws(CaptureError) -> any CaptureStream {
///       var number = 0
///       return try PacedStream(configuration, of: name, through: port, to: sink, pacing: .realTime) { … }
///     }
///
/// The stream has its own thread, except with ``Pacing/stepped``.
public final class PacedStream: CaptureStream {
  /// A function that returns the next sample, or nil at the end; called by one thread at a time.
  public typealias Next = () throws(CaptureError) -> SampleBuffer?

  private struct State: Lockable, @unchecked Sendable {
    /// The producer, unchecked because one thread at a time calls it; nil after the end.
    var next: Next?
    /// A sample that was produced before it was needed.
    var prefetched: Result<SampleBuffer?, CaptureError>?
  }

  /// The actual configuration.
  public let configuration: CaptureStreamConfiguration
  private let port: CaptureInputPort
  private let sink: any CaptureStreamSink
  private let pacing: Pacing
  private let state: Locked<State>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = SourceThread()

  /// Creates a stream and starts it.
  ///
  /// - Parameters:
  ///   - configuration: The actual configuration.
  ///   - name: The name of the source in error messages.
  ///   - port: The source's port for the samples.
  ///   - sink: The receiver of the samples.
  ///   - pacing: The rule for the time of each sample.
  ///   - next: Returns the next sample. An error ends the stream.
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  public convenience init(
    _ configuration: CaptureStreamConfiguration, of name: String, through port: CaptureInputPort,
    to sink: any CaptureStreamSink, pacing: Pacing, next: sending @escaping Next
  ) throws(CaptureError) {
    self.init(configuration, through: port, to: sink, pacing: pacing, next: next)
    try start(of: name, at: Pace())
  }

  /// Creates a stream without starting it.
  package init(
    _ configuration: CaptureStreamConfiguration, through port: CaptureInputPort, to sink: any CaptureStreamSink,
    pacing: Pacing, next: sending @escaping Next
  ) {
    self.configuration = configuration
    self.port = port
    self.sink = sink
    self.pacing = pacing
    state = Locked(State(next: next))
  }

  /// Starts the stream, unless its pacing is ``Pacing/stepped``; the schedule is for ``Pacing/realTime``.
  ///
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  package func start(of name: String, at pace: Pace) throws(CaptureError) {
    if pacing != .stepped { try thread.start("source", of: name) { self.run(at: pace) } }
  }

  /// The effect of the next call of ``step()``.
  package enum NextEvent: Sendable {
    /// The call sends a sample with this time, which may be invalid.
    case sample(MediaTime)
    /// The call reports the end or the failure of the stream.
    case end
    /// The call does nothing, because the end has been reported.
    case ended
  }

  /// The effect of the next call of ``step()``, for which a sample is produced if necessary.
  ///
  /// Only for stepped streams, and before the thread starts.
  package var nextEvent: NextEvent {
    guard let next = state.withLock({ $0.next }) else { return .ended }
    let prefetched = state.withLock { $0.prefetched } ?? Result { () throws(CaptureError) in try next() }
    state.withLock { $0.prefetched = prefetched }
    guard case .success(let sample?) = prefetched else { return .end }
    return .sample(sample.presentationTimeStamp)
  }

  /// The number of samples sent.
  public var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  /// Sends the next sample on the calling thread.
  ///
  /// For ``Pacing/stepped``, with one call at a time.
  ///
  /// - Returns: Whether more samples may follow.
  @discardableResult
  public func step() -> Bool { !thread.isStopped && send { _ in true } }

  /// Stops the stream; see ``CaptureStream/stop()``.
  public func stop() { thread.stop() }

  private func run(at pace: Pace) {
    var pace = pacing == .realTime ? pace : nil
    while !thread.isStopped {
      let hasMore = send { sample in
        guard let due = pace?.due(sample.presentationTimeStamp) else { return true }
        return thread.wait(until: due)
      }
      if !hasMore { return }
    }
  }

  /// Produces a sample and sends it when it is due; returns false at the end.
  private func send(whenDue wait: (SampleBuffer) -> Bool) -> Bool {
    guard let next = state.withLock({ $0.next }) else { return false }
    let sample: SampleBuffer?
    do throws(CaptureError) {
      if let prefetched = state.withLock({ $0.prefetched.take() }) {
        sample = try prefetched.get()
      } else {
        sample = try next()
      }
    } catch {
      state.withLock { $0.next = nil }
      sink.end(error)
      return false
    }
    guard let sample else {
      state.withLock { $0.next = nil }
      if !thread.isStopped { sink.finish() }
      return false
    }
    guard wait(sample), !thread.isStopped else { return false }
    counts.withLock { $0.frameCount += 1 }
    sink.receive(sample, through: port)
    return true
  }
}

/// A rule for the time of a source's next sample.
public enum Pacing: Sendable, Hashable {
  /// Each sample is sent at its own time on the system clock, as from a camera.
  case realTime
  /// Samples are sent as fast as the source produces them, and receivers take them if the source can wait.
  case unpaced
  /// Each call of a step function sends one sample, on the calling thread.
  case stepped
}

/// A schedule of samples with presentation times, without a clock.
package struct Pace: Sendable {
  /// The time at which the first sample is due, in nanoseconds.
  private let start: UInt64
  /// The presentation time of the first sample; invalid before it is known.
  private var origin: MediaTime

  /// Creates a schedule; `origin` is the presentation time at the start, by default that of the first sample.
  package init(start: UInt64 = MonotonicClock.now(), origin: MediaTime = .invalid) {
    self.start = start
    self.origin = origin
  }

  /// Returns the time at which a sample is due, in nanoseconds; without a valid time, it is due at the start.
  package mutating func due(_ time: MediaTime) -> UInt64 {
    if !origin.isNumeric { origin = time }
    let place = (time - origin).convertScale(1_000_000_000)
    return place.isNumeric ? start &+ UInt64(max(0, place.value)) : start
  }
}
