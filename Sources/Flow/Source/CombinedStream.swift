package import OpenCaptureMediaSamples
package import OpenCaptureSystem

/// The stream of a source with several kinds of samples, each with its own port and thread.
///
/// A part that waits for space does not block the others. The stream ends when all parts have ended.
package final class CombinedStream: CaptureStream {
  /// The samples of one port.
  package struct Part: Sendable {
    let port: CaptureInputPort
    let next: @Sendable () throws(CaptureError) -> SampleBuffer?

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - port: A port of the source.
    ///   - next: Returns the next sample, or nil at the end. Called by one thread at a time. Its error is reported
    ///     after the other parts have ended.
    package init(
      through port: CaptureInputPort, next: @escaping @Sendable () throws(CaptureError) -> SampleBuffer?
    ) {
      self.port = port
      self.next = next
    }
  }

  package let configuration: CaptureStreamConfiguration
  private let streams: [PacedStream]

  /// Creates a stream and starts it.
  ///
  /// - Parameters:
  ///   - configuration: The actual configuration.
  ///   - name: The name of the source in error messages.
  ///   - sink: The receiver of the samples.
  ///   - pacing: The rule for the time of each sample. In real time, all parts share one clock.
  ///   - parts: One part for each port.
  /// - Throws: ``CaptureError`` if the system cannot start a thread.
  package init(
    _ configuration: CaptureStreamConfiguration, of name: String, to sink: any CaptureStreamSink, pacing: Pacing,
    _ parts: [Part]
  ) throws(CaptureError) {
    self.configuration = configuration
    let coordinator = PartCoordinator(sink, count: parts.count)
    streams = parts.map { part in
      PacedStream(
        configuration, through: part.port, to: PartSink(part.port, coordinator), pacing: pacing, next: part.next)
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

  /// Sends the earliest pending sample on the calling thread.
  ///
  /// For ``Pacing/stepped``, with one call at a time.
  ///
  /// - Returns: Whether more samples may follow.
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

/// A counter of the running parts, which ends the stream after the last part.
private final class PartCoordinator: Sendable {
  private struct State: Lockable {
    /// The number of running parts.
    var count: Int
    /// The first error.
    var error: CaptureError?
  }

  let sink: any CaptureStreamSink
  private let state: Locked<State>

  init(_ sink: any CaptureStreamSink, count: Int) {
    self.sink = sink
    state = Locked(State(count: count))
  }

  /// Records the end of a part, with the error that caused it.
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

/// The sink of one part of a stream.
private final class PartSink: CaptureStreamSink {
  private let port: CaptureInputPort
  private let coordinator: PartCoordinator

  init(_ port: CaptureInputPort, _ coordinator: PartCoordinator) {
    self.port = port
    self.coordinator = coordinator
  }

  func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
    coordinator.sink.receive(sampleBuffer, through: port)
  }

  func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {
    coordinator.sink.receive(dropped, through: port)
  }

  func receive(_ stall: CaptureStall, through port: CaptureInputPort) {
    coordinator.sink.receive(stall, through: port)
  }

  func end(_ error: CaptureError) { coordinator.end(port, error) }

  func finish() { coordinator.end(port, nil) }
}
