package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A route from one streaming input to outputs.
package final class StreamRoute: CaptureStreamSink {
  /// A change of the stream that the session did not request.
  package enum Change: Sendable {
    /// No samples arrive through a port.
    case stalled(CaptureInputPort, CaptureStall)
    /// Samples arrive through a port again after a stall.
    case recovered(CaptureInputPort)
    /// The stream ended, with the error that caused it.
    case ended(CaptureError?)
  }

  private struct Running: Lockable {
    var stream: (any CaptureStream)?
  }

  package let input: any CaptureInput
  /// The requested configuration.
  package let configuration: CaptureStreamConfiguration
  /// Whether the input can wait, stored because an input may have to ask its device.
  private let canWait: Bool
  /// The required ports; nil for all.
  private let ports: [CaptureInputPort]?
  private let state: Monitor<RouteState>
  private let running = Locked(Running())
  private let onChange: @Sendable (StreamRoute, Change) -> Void

  /// Creates a route that ``start()`` starts.
  ///
  /// - Parameter isStalled: Whether a stall of the previous stream has been reported.
  package init(
    _ input: any CaptureInput, _ configuration: CaptureStreamConfiguration, ports: [CaptureInputPort]? = nil,
    isStalled: Bool = false, onChange: @escaping @Sendable (StreamRoute, Change) -> Void
  ) {
    self.input = input
    self.configuration = configuration
    canWait = input.canWait
    self.ports = ports
    self.onChange = onChange
    state = Monitor(RouteState(isStalled: isStalled))
  }

  /// Starts the source.
  package func start() throws(CaptureError) {
    let started = try input.startStreaming(configuration, to: self)
    running.withLock { $0.stream = started }
  }

  /// Passes samples to the given connections only.
  package func open(to connections: [CaptureConnection]) {
    let targets = connections.compactMap { RouteState.Target($0) }
    let old = state.update { $0.open(to: targets) }
    withExtendedLifetime(old) {}
  }

  /// The statistics of the source; nil if it is not streaming.
  package var statistics: CaptureStreamStatistics? { running.withLock { $0.stream }?.statistics }

  /// Stops the stream and waits until the source has stopped.
  package func stop() {
    let old = state.update { $0.close() }
    withExtendedLifetime(old) {}
    running.withLock { $0.stream.take() }?.stop()
  }
}

// MARK: From the source

extension StreamRoute {
  /// Blocks a source that can wait until the session has opened the route.
  private func waitForTargets() {
    guard canWait else { return }
    _ = state.wait { $0.isWaiting ? nil : true }
  }

  package func accepts(_ port: CaptureInputPort) -> Bool { ports?.contains(port) ?? true }

  package func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
    waitForTargets()
    let arrival = state.withLock { $0.receive(sampleBuffer, through: port) }
    if arrival.endsStall { onChange(self, .recovered(port)) }
    guard port.isEnabled else { return }
    if arrival.lostCount > 0 {
      let report = DroppedFrame(.discontinuity, sampleBuffer, count: arrival.lostCount)
      forward(report, through: port, to: arrival.targets)
    }
    if port.mediaType == .audio { return forwardAudio(sampleBuffer, through: port, to: arrival.targets) }
    for target in arrival.targets where target.port === port {
      switch target.connection.activeTransform {
      case nil: continue
      case .up?: forward(sampleBuffer, to: target)
      case let transform?:
        var rotated = sampleBuffer
        rotated.orientation = sampleBuffer.orientation.then(transform)
        forward(rotated, to: target)
      }
    }
  }

  private func forwardAudio(
    _ sampleBuffer: SampleBuffer, through port: CaptureInputPort, to targets: [RouteState.Target]
  ) {
    for target in targets where target.port === port && target.connection.isEnabled {
      if let adjusted = target.connection.sound.pass(sampleBuffer) {
        forward(adjusted, to: target)
      } else {
        forward(DroppedFrame(.outOfBuffers, sampleBuffer), through: port, to: [target])
      }
    }
  }

  private func forward(_ sampleBuffer: SampleBuffer, to target: RouteState.Target) {
    for receiver in target.output.receivers {
      receiver.receive(sampleBuffer, from: target.connection, canWait: canWait)
    }
  }

  package func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {
    let (targets, hasRecovered) = state.withLock { ($0.targets, $0.clearStall()) }
    if hasRecovered { onChange(self, .recovered(port)) }
    forward(dropped, through: port, to: targets)
  }

  private func forward(_ dropped: DroppedFrame, through port: CaptureInputPort, to targets: [RouteState.Target]) {
    for target in targets where target.port === port {
      for receiver in target.output.receivers { receiver.receive(dropped, from: target.connection) }
    }
  }

  package func receive(_ stall: CaptureStall, through port: CaptureInputPort) {
    state.withLock { $0.stall() }
    onChange(self, .stalled(port, stall))
  }

  package func finish(through port: CaptureInputPort) {
    waitForTargets()
    for target in state.withLock({ $0.targets }) where target.port === port {
      for receiver in target.output.receivers { receiver.finish(target.connection) }
    }
  }

  package func finish() {
    for port in input.ports { finish(through: port) }
    end(nil)
  }

  package func end(_ error: CaptureError) { end(.some(error)) }

  /// Reports the end of the stream, with the error that caused it.
  private func end(_ error: CaptureError?) {
    let shouldReport = state.update { $0.end() }
    if shouldReport { onChange(self, .ended(error)) }
  }
}
