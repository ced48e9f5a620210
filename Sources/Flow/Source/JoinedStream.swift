package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The stream of a source that makes samples of several kinds, each through a port and on a thread of its own.
///
/// What waits for room in one part doesn't hold up the others; the stream is over once all parts are.
package final class JoinedStream: CaptureStream {
  /// What comes through a port.
  package struct Part: Sendable {
    let port: CaptureInputPort
    let next: @Sendable () throws(CaptureError) -> SampleBuffer?

    /// - Parameters:
    ///   - port: One of the source's.
    ///   - next: Makes the next sample, on one thread at a time; nil behind the last. What it throws is told once the
    ///     other parts are over, too.
    package init(
      through port: CaptureInputPort, next: @escaping @Sendable () throws(CaptureError) -> SampleBuffer?
    ) { (self.port, self.next) = (port, next) }
  }

  package let configuration: CaptureStreamConfiguration
  private let streams: [PacedStream]

  /// Begins to stream.
  ///
  /// - Parameters:
  ///   - configuration: What is granted.
  ///   - name: What errors call the source.
  ///   - sink: Where samples go.
  ///   - pacing: Who says when the next one comes; at their own times, all do by the same clock.
  ///   - parts: One for each port.
  /// - Throws: ``CaptureError`` where the system gives no thread.
  package init(
    _ configuration: CaptureStreamConfiguration, of name: String, to sink: any CaptureStreamSink, pacing: Pacing,
    _ parts: [Part]
  ) throws(CaptureError) {
    self.configuration = configuration
    let join = Join(sink, count: parts.count)
    streams = parts.map { part in
      PacedStream(
        configuration, through: part.port, to: PartSink(part.port, join), pacing: pacing, next: part.next)
    }
    let pace = pacing == .realTime && parts.count > 1 ? Pace(origin: beginning) : Pace()
    do throws(CaptureError) {
      for stream in streams { try stream.start(of: name, at: pace) }
    } catch {
      stop()
      throw error
    }
  }

  /// The time of what comes first.
  private var beginning: MediaTime {
    let times = streams.compactMap { stream in
      if case .sample(let time) = stream.turn, time.isNumeric { time } else { nil }
    }
    return times.min() ?? .invalid
  }

  /// Samples that were sent by the first part.
  package var statistics: CaptureStreamStatistics { streams.first?.statistics ?? CaptureStreamStatistics() }

  /// Sends the next sample, the earliest of those that come, on the thread that calls this; for ``Pacing/stepped``, one
  /// call at a time.
  ///
  /// - Returns: Whether there may be more.
  package func step() -> Bool {
    guard streams.count > 1 else { return streams.first?.step() ?? false }
    var next: (stream: PacedStream, time: MediaTime)?
    for stream in streams {
      switch stream.turn {
      case .sample(let time): if next.map({ time < $0.time }) ?? true { next = (stream, time) }
      case .end: stream.step()
      case .over: break
      }
    }
    return next?.stream.step() ?? false
  }

  /// Ends the stream; see ``CaptureStream/stop()``.
  package func stop() { for stream in streams { stream.stop() } }
}

/// Where the parts of a stream come together.
private final class Join: Sendable {
  private struct State: Lockable {
    /// How many parts aren't over.
    var count: Int
    /// What went wrong first.
    var error: CaptureError?
  }

  let sink: any CaptureStreamSink
  private let state: Locked<State>

  init(_ sink: any CaptureStreamSink, count: Int) {
    (self.sink, state) = (sink, Locked(State(count: count)))
  }

  /// Takes note that a part is over, with an error or because there is nothing more.
  func end(_ port: CaptureInputPort, _ error: CaptureError?) {
    let (isLast, error) = state.withLock { state in
      state.count -= 1
      state.error = state.error ?? error
      return (state.count == 0, state.error)
    }
    guard isLast else { return sink.finish(through: port) }
    if let error { sink.end(error) } else { sink.finish() }
  }
}

/// Where one part of a stream goes.
private final class PartSink: CaptureStreamSink {
  private let port: CaptureInputPort
  private let join: Join

  init(_ port: CaptureInputPort, _ join: Join) { (self.port, self.join) = (port, join) }

  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
    join.sink.receive(sampleBuffer, through: port)
  }

  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {
    join.sink.receive(dropped, through: port)
  }

  func receive(_ stall: CaptureStall, through port: CaptureInputPort) { join.sink.receive(stall, through: port) }

  func end(_ error: CaptureError) { join.end(port, error) }

  func finish() { join.end(port, nil) }
}
