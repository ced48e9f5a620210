import Dispatch
import OpenCaptureFlow

// MARK: Changes of devices, on the work queue

extension CaptureSession {
  /// Observes formats and rates set by the user, and devices that connect again.
  func observe(_ input: any CaptureInput) {
    let id = ObjectIdentifier(input)
    input.observe(self) { [weak self] change in
      guard let self else { return }
      switch change {
      // A format set by the user turns presets off. A new rate is requested from the device.
      case .format: changeReportingErrors { $0.preset = .inputPriority }
      case .frameRate: changeReportingErrors { _ in }
      case .available: work.async { self.resume(id) }
      case .unavailable: break
      }
    }
  }

  /// Handles a change of a stream that the session did not request.
  func streamChanged(_ route: StreamRoute, _ change: StreamRoute.Change) {
    let id = ObjectIdentifier(route.input)
    let isCurrent = routes.withLock { $0[id] === route }
    guard isCurrent else { return }
    switch change {
    case .stalled(let port, let stall): announce(advance { $0.stall(id, port, stall) })
    case .recovered(let port): announce(advance { $0.recover(id, port) })
    case .ended(let error):
      stopRoutes([id])
      if let error { interrupt(id, error) } else { finish(id) }
    }
  }

  private func finish(_ id: ObjectIdentifier) {
    let events = advance { $0.finish(id) }
    for output in deactivateConnections(of: id) { output.end(nil) }
    announce(events)
  }

  /// Deactivates the connections of an input and returns their outputs.
  private func deactivateConnections(of id: ObjectIdentifier) -> [any CaptureOutput] {
    let configuration = state.withLock { $0.active }
    let connections = configuration.connections.filter { $0.input.map { ObjectIdentifier($0) } == id }
    for connection in connections { connection.isActive = false }
    return configuration.outputs.filter { output in connections.contains { $0.output === output } }
  }

  /// Waits for the device of an input if the session resumes after interruptions; otherwise reports its failure.
  func interrupt(_ id: ObjectIdentifier, _ error: CaptureError) {
    let resumes = resumesAfterInterruption
    let input = state.withLock { $0.active }.inputs.first { ObjectIdentifier($0) == id }
    let mediaType = input?.ports.first?.mediaType
    let events = advance { $0.fail(id, error, of: mediaType, resumes: resumes) }
    let outputs = deactivateConnections(of: id)
    if !resumes || InterruptionReason(error) == nil {
      for output in outputs { output.end(error) }
    } else {
      for output in outputs { output.notifyInterruption(error) }
      // Try again after a second: no event reports that a camera is free again or has recovered from a stall.
      work.asyncAfter(deadline: .now() + 1) { [weak self] in self?.resume(id) }
    }
    announce(events)
  }

  /// Restarts an input that waits for its device.
  private func resume(_ id: ObjectIdentifier) {
    let configuration = state.withLock { $0.active }
    guard state.withLock({ $0.lifecycle.interruptedInputs.contains(id) }), !isStreaming(id),
      let input = configuration.connectedInputs.first(where: { ObjectIdentifier($0) == id })
    else { return }
    do throws(CaptureError) {
      try startStream(input, configuration.streamConfiguration(of: input), in: configuration)
      openRoutes(configuration)
      announce(advance { $0.resume(id) })
    } catch {
      interrupt(id, error)
    }
  }
}
