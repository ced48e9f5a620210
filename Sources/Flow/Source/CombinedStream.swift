package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The stream of a source with several kinds of samples, each with its own port and thread.
///
/// A part that waits for space does not block the others. In real time, all parts share one clock. The stream ends
/// after the last part.
package final class CombinedStream: CaptureStream {
  /// The samples of one port.
  package struct Part: Sendable {
    let port: CaptureInputPort
    let next: @Sendable () throws(CaptureError) -> SampleBuffer?

    /// Creates a part; one thread at a time calls `next`, which returns the next sample, or nil at the end.
    ///
    /// The error of `next` is reported after the other parts have ended.
    package init(
      through port: CaptureInputPort, next: @escaping @Sendable () throws(CaptureError) -> SampleBuffer?
    ) {
      self.port = port
      self.next = next
    }
  }

  package let configuration: CaptureStreamConfiguration
  private let streams: [PacedStream]

  /// Creates a stream with one part for each port, and starts it.
  ///
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  package init(
    _ configuration: CaptureStreamConfiguration, of name: String, to sink: any CaptureStreamSink, pacing: Pacing,
    _ parts: [Part]
  ) throws(CaptureError) {
    self.configuration = configuration
    let state = Locked(PartSink.State(count: parts.count))
    streams = parts.map { part in
      PacedStream(
        configuration, through: part.port, to: PartSink(part.port, sink, state), pacing: pacing, next: part.next)
    }
    let pace = pacing == .realTime && parts.count > 1 ? Pace(origin: earliestTime) : Pace()
    do throws(CaptureError) {
      for stream in streams { try stream.start(of: name, at: pace) }
    } catch {
      stop()
      throw error
    }
  }

  /// The time of the earliest sample.
  private var earliestTime: MediaTime {
    let times = streams.compactMap { stream in
      if case .sample(let time) = stream.nextEvent, time.isNumeric { time } else { nil }
    }
    return times.min() ?? .invalid
  }

  /// The statistics of the first part.
  package var statistics: CaptureStreamStatistics { streams.first?.statistics ?? CaptureStreamStatistics() }

  /// Sends the earliest pending sample on the calling thread, and returns whether more samples may follow.
  ///
  /// For ``Pacing/stepped``, with one call at a time.
  package func step() -> Bool {
    guard streams.count > 1 else { return streams.first?.step() ?? false }
    var next: (stream: PacedStream, time: MediaTime)?
    for stream in streams {
      switch stream.nextEvent {
      case .sample(let time): if next.map({ time < $0.time }) ?? true { next = (stream, time) }
      case .end: stream.step()
      case .ended: break
      }
    }
    return next?.stream.step() ?? false
  }

  /// Stops the stream; see ``CaptureStream/stop()``.
  package func stop() { for stream in streams { stream.stop() } }
}

/// The sink of one part of a stream, which ends the stream after the last part.
private final class PartSink: CaptureStreamSink {
  /// The state of all parts.
  struct State: Lockable {
    /// The number of running parts.
    var count: Int
    /// The first error.
    var error: CaptureError?
  }

  private let port: CaptureInputPort
  private let sink: any CaptureStreamSink
  private let state: Locked<State>

  init(_ port: CaptureInputPort, _ sink: any CaptureStreamSink, _ state: Locked<State>) {
    self.port = port
    self.sink = sink
    self.state = state
  }

  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
    sink.receive(sampleBuffer, through: port)
  }

  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) { sink.receive(dropped, through: port) }

  func receive(_ stall: CaptureStall, through port: CaptureInputPort) { sink.receive(stall, through: port) }

  func end(_ error: CaptureError) { end(.some(error)) }

  func finish() { end(nil) }

  /// Records the end of the part, with the error that caused it.
  private func end(_ error: CaptureError?) {
    let (isLast, error) = state.withLock { state in
      state.count -= 1
      state.error = state.error ?? error
      return (state.count == 0, state.error)
    }
    guard isLast else { return sink.finish(through: port) }
    if let error { sink.end(error) } else { sink.finish() }
  }
}
