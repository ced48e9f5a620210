public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The stream of a source that makes one sample after another: all that such a source needs beside the samples.
///
///     func startStreaming(
///       _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
///     ) throws(CaptureError) -> any CaptureStream {
///       var number = 0
///       return try PacedStream(configuration, of: name, through: port, to: sink, pacing: .realTime) { … }
///     }
///
/// It has a thread of its own, but for ``Pacing/stepped``.
public final class PacedStream: CaptureStream {
  /// Makes the next sample, on one thread at a time; nil behind the last.
  public typealias Next = () throws(CaptureError) -> SampleBuffer?

  private struct State: Lockable, @unchecked Sendable {
    /// Nil once it is over; unchecked, because one thread at a time calls it.
    var next: Next?
    /// What was made before its turn.
    var made: Result<SampleBuffer?, CaptureError>?
  }

  /// What was granted.
  public let configuration: CaptureStreamConfiguration
  private let port: CaptureInputPort
  private let sink: any CaptureStreamSink
  private let pacing: Pacing
  private let state: Locked<State>
  private let counts = Locked(CaptureStreamStatistics())
  private let thread = SourceThread()

  /// Begins to stream.
  ///
  /// - Parameters:
  ///   - configuration: What is granted.
  ///   - name: What errors call the source.
  ///   - port: The source's port that the samples come through.
  ///   - sink: Where they go.
  ///   - pacing: Who says when the next one comes.
  ///   - next: Makes it; what it throws ends the stream.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  public convenience init(
    _ configuration: CaptureStreamConfiguration, of name: String, through port: CaptureInputPort,
    to sink: any CaptureStreamSink, pacing: Pacing, next: sending @escaping Next
  ) throws(CaptureError) {
    self.init(configuration, through: port, to: sink, pacing: pacing, next: next)
    try start(of: name, at: Pace())
  }

  /// Prepares to stream.
  package init(
    _ configuration: CaptureStreamConfiguration, through port: CaptureInputPort, to sink: any CaptureStreamSink,
    pacing: Pacing, next: sending @escaping Next
  ) {
    (self.configuration, self.port, self.sink, self.pacing) = (configuration, port, sink, pacing)
    state = Locked(State(next: next))
  }

  /// Begins to stream; nothing is to be done for ``Pacing/stepped``.
  ///
  /// - Parameters:
  ///   - name: What errors call the source.
  ///   - pace: When samples are due, for ``Pacing/realTime``.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  package func start(of name: String, at pace: Pace) throws(CaptureError) {
    if pacing != .stepped { try thread.start("source", of: name) { self.run(at: pace) } }
  }

  /// What the next call of ``step()`` does.
  package enum Turn: Sendable {
    /// Sends a sample of this time, which may be none.
    case sample(MediaTime)
    /// Tells that there is nothing more, or why.
    case end
    /// Nothing, because that was told.
    case over
  }

  /// What comes next, which is made for that; for who steps it, and before it begins.
  package var turn: Turn {
    guard let next = state.withLock({ $0.next }) else { return .over }
    let made = state.withLock { $0.made } ?? Result { () throws(CaptureError) in try next() }
    state.withLock { $0.made = made }
    guard case .success(let sample?) = made else { return .end }
    return .sample(sample.presentationTimeStamp)
  }

  /// Samples that were sent.
  public var statistics: CaptureStreamStatistics { counts.withLock { $0 } }

  /// Sends the next sample, on the thread that calls this; for ``Pacing/stepped``, one call at a time.
  ///
  /// - Returns: Whether there may be more.
  @discardableResult
  public func step() -> Bool { !thread.isStopped && send { _ in true } }

  /// Ends the stream; see ``CaptureStream/stop()``.
  public func stop() { thread.stop() }

  private func run(at pace: Pace) {
    var pace = pacing == .realTime ? pace : nil
    while !thread.isStopped {
      let isMore = send { sample in
        guard let due = pace?.due(sample.presentationTimeStamp) else { return true }
        return thread.wait(until: due)
      }
      if !isMore { return }
    }
  }

  /// Makes a sample and sends it when it is due; false behind the last.
  private func send(whenDue wait: (SampleBuffer) -> Bool) -> Bool {
    guard let next = state.withLock({ $0.next }) else { return false }
    let sample: SampleBuffer?
    do throws(CaptureError) {
      if let made = state.withLock({ $0.made.take() }) { sample = try made.get() } else { sample = try next() }
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
