package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What comes from one input while it streams, on its way to outputs.
package final class StreamRoute: CaptureStreamSink {
  /// What happens to the stream by itself.
  package enum Change: Sendable {
    /// Nothing comes through a port.
    case stalled(CaptureInputPort, CaptureStall)
    /// Something came through a port, after nothing had for a while.
    case recovered(CaptureInputPort)
    /// With an error, or because there is nothing more.
    case ended(CaptureError?)
  }

  private struct Running: Lockable {
    var stream: (any CaptureStream)?
  }

  package let input: any CaptureInput
  /// What was asked for.
  package let configuration: CaptureStreamConfiguration
  /// The ports through which something is to come; nil for all.
  private let ports: [CaptureInputPort]?
  private let state: Monitor<RouteState>
  private let running = Locked(Running())
  private let onChange: @Sendable (StreamRoute, Change) -> Void

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - ports: Those through which something is to come; default all.
  ///   - isStalled: Whether the stream before this one was told to deliver nothing.
  package init(
    _ input: any CaptureInput, _ configuration: CaptureStreamConfiguration, ports: [CaptureInputPort]? = nil,
    isStalled: Bool = false, onChange: @escaping @Sendable (StreamRoute, Change) -> Void
  ) {
    (self.input, self.configuration, self.ports, self.onChange) = (input, configuration, ports, onChange)
    state = Monitor(RouteState(isStalled: isStalled))
  }

  /// Lets the source begin.
  package func start() throws(CaptureError) {
    let started = try input.startStreaming(configuration, to: self)
    running.withLock { $0.stream = started }
  }

  /// Lets samples pass to these connections, and no longer to others.
  package func open(to connections: [CaptureConnection]) {
    let targets = connections.compactMap { RouteState.Target($0) }
    let old = state.update { $0.open(to: targets) }
    withExtendedLifetime(old) {}
  }

  /// What the source did so far; nil where it doesn't stream.
  package var statistics: CaptureStreamStatistics? { running.withLock { $0.stream }?.statistics }

  /// Ends the stream; blocks until the source is quiet.
  package func stop() {
    let old = state.update { $0.close() }
    withExtendedLifetime(old) {}
    running.withLock { $0.stream.take() }?.stop()
  }
}

// MARK: From the source

extension StreamRoute {
  /// Holds up a source that can wait until the session has opened the route.
  private func waitForTargets() {
    guard input.canWait else { return }
    _ = state.wait { $0.isWaiting ? nil : true }
  }

  package func takes(_ port: CaptureInputPort) -> Bool { ports?.contains(port) ?? true }

  package func receive(_ sampleBuffer: SampleBuffer, through port: CaptureInputPort) {
    waitForTargets()
    let arrival = state.withLock { $0.receive(sampleBuffer, through: port) }
    if arrival.endsStall { onChange(self, .recovered(port)) }
    guard port.isEnabled else { return }
    if arrival.lostCount > 0 {
      let report = DroppedFrame(
        .discontinuity, timing: sampleBuffer.timing, sequenceNumber: sampleBuffer.sequenceNumber,
        formatDescription: sampleBuffer.formatDescription, count: arrival.lostCount)
      pass(report, through: port, to: arrival.targets)
    }
    if port.mediaType == .audio { return passSound(sampleBuffer, through: port, to: arrival.targets) }
    for target in arrival.targets where target.port === port {
      switch target.connection.passage {
      case nil: continue
      case .up?: pass(sampleBuffer, to: target)
      case let transform?:
        var turned = sampleBuffer
        turned.orientation = sampleBuffer.orientation.then(transform)
        pass(turned, to: target)
      }
    }
  }

  private func passSound(
    _ sampleBuffer: SampleBuffer, through port: CaptureInputPort, to targets: [RouteState.Target]
  ) {
    for target in targets where target.port === port && target.connection.isEnabled {
      if let heard = target.connection.sound.pass(sampleBuffer) {
        pass(heard, to: target)
      } else {
        pass(DroppedFrame(.outOfBuffers, sampleBuffer), through: port, to: [target])
      }
    }
  }

  private func pass(_ sampleBuffer: SampleBuffer, to target: RouteState.Target) {
    for receiver in target.output.receivers {
      receiver.receive(sampleBuffer, from: target.connection, canWait: input.canWait)
    }
  }

  package func receive(_ dropped: DroppedFrame, through port: CaptureInputPort) {
    let (targets, hasRecovered) = state.withLock { ($0.targets, $0.takeStall()) }
    if hasRecovered { onChange(self, .recovered(port)) }
    pass(dropped, through: port, to: targets)
  }

  private func pass(_ dropped: DroppedFrame, through port: CaptureInputPort, to targets: [RouteState.Target]) {
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

  /// With an error, or because there is nothing more.
  private func end(_ error: CaptureError?) {
    let isNews = state.update { $0.end() }
    if isNews { onChange(self, .ended(error)) }
  }
}
