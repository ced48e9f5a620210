import OpenCaptureMediaSamples
public import OpenCaptureSystem
public import OpenCaptureFlow
import Dispatch

extension CaptureSession {
  /// Starts the cameras and returns when they stream; does nothing if the session is running.
  ///
  /// A failure is reported as ``Event/runtimeError(_:)``, and the session does not run. ``start()`` throws the
  /// error instead.
  public func startRunning() { try? onWorkQueue { () throws(CaptureError) in try self.startStreams() } }

  /// Starts the session like ``startRunning()``, and throws the error of a failure.
  ///
  /// - Throws: ``CaptureError`` if a camera does not start.
  package func startOrThrow() throws(CaptureError) {
    try onWorkQueue { () throws(CaptureError) in try self.startStreams() }
  }

  /// Stops the cameras and returns when they have stopped; does nothing if the session is not running.
  public func stopRunning() { try? onWorkQueue { () throws(CaptureError) in self.stopStreams() } }

  /// Starts the session like ``startRunning()``, without blocking a thread.
  ///
  /// - Throws: `CaptureError` if a camera does not start.
  public func start() async throws(CaptureError) {
    let result = await withCheckedContinuation { continuation in
      work.async {
        continuation.resume(returning: Result { () throws(CaptureError) in try self.startStreams() })
      }
    }
    try result.get()
  }

  /// Stops the session like ``stopRunning()``, without blocking a thread.
  public func stop() async {
    await withCheckedContinuation { continuation in
      work.async {
        self.stopStreams()
        continuation.resume()
      }
    }
  }

  /// Runs a change after all earlier ones and waits for it.
  func onWorkQueue(_ body: () throws(CaptureError) -> Void) throws(CaptureError) {
    try work.sync { Result { () throws(CaptureError) in try body() } }.get()
  }
}

// MARK: On the work queue

extension CaptureSession {
  private func startStreams() throws(CaptureError) {
    guard !isStarted else { return }
    let configuration = state.withLock { $0.active }
    do throws(CaptureError) {
      var failures: [(id: ObjectIdentifier, error: CaptureError)] = []
      let requested = try configuration.streamConfigurations()
      for input in configuration.connectedInputs {
        do throws(CaptureError) {
          try startStream(input, requested[ObjectIdentifier(input)], in: configuration)
        } catch {
          guard resumesAfterInterruption, InterruptionReason(error) != nil else { throw error }
          failures.append((ObjectIdentifier(input), error))
        }
      }
      openRoutes(configuration)
      announce(advance { $0.start(configuration.connectedInputs.map { ObjectIdentifier($0) }) })
      for (id, error) in failures { interrupt(id, error) }
    } catch {
      stopRoutes(routes.withLock { Array($0.keys) })
      announce([.runtimeError(error)])
      throw error
    }
  }

  private func stopStreams() {
    let configuration = state.withLock { $0.active }
    for connection in configuration.connections { connection.isActive = false }
    for output in configuration.outputs { output.discard(from: output.link.connections) }
    stopRoutes(routes.withLock { Array($0.keys) })
    for output in configuration.outputs {
      output.discard(from: output.link.connections)
      if isStarted { output.end(nil) }
    }
    announce(advance { $0.stop() })
  }

  /// Starts an input, whose route has no targets yet.
  func startStream(
    _ input: any CaptureInput, _ requested: CaptureStreamConfiguration?, in configuration: SessionConfiguration
  ) throws(CaptureError) {
    guard let requested else { return }
    let id = ObjectIdentifier(input)
    let isStalled = state.withLock { $0.lifecycle.inputs[id] == .stalled }
    let ports = configuration.connections(from: input).flatMap(\.inputPorts)
    let route = StreamRoute(input, requested, ports: ports, isStalled: isStalled) { [weak self] route, change in
      guard let self else { return }
      work.async { self.streamChanged(route, change) }
    }
    try route.start()
    routes.withLock { $0[id] = route }
  }

  /// Activates the connections and opens all routes to them.
  func openRoutes(_ configuration: SessionConfiguration) {
    for connection in configuration.connections { connection.isActive = true }
    for route in routes.withLock({ Array($0.values) }) {
      route.open(to: configuration.connections(from: route.input))
    }
  }

  /// Stops the streams of the given inputs and waits until they have stopped.
  func stopRoutes(_ ids: [ObjectIdentifier]) {
    for id in ids { routes.withLock { $0.removeValue(forKey: id) }?.stop() }
  }

  /// Updates the lifecycle and returns the events to report.
  func advance(_ body: (inout SessionLifecycle) -> [Event]) -> [Event] { state.withLock { body(&$0.lifecycle) } }

  /// Applies a configuration; changes nothing if it throws.
  func apply(_ new: SessionConfiguration) throws(CaptureError) {
    let old = state.withLock { $0.active }
    if isStarted { try switchStreams(from: old, to: new) }
    let removedConnections = old.connections.filter { connection in
      !new.connections.contains { $0 === connection }
    }
    for connection in removedConnections { connection.isActive = false }
    state.withLock { $0.active = new }
    let removedOutputs = old.outputs.filter { output in !new.outputs.contains { $0 === output } }
    defer { sendChanges(former: removedOutputs) }
    plan(new)
    if isStarted { openRoutes(new) }
    // Receivers distinguish connections that were removed from those of a session that stops.
    for output in old.outputs + new.outputs {
      output.link.connections = new.connections.filter { $0.output === output }
    }
    for output in old.outputs { output.discard(from: removedConnections.filter { $0.output === output }) }
    for output in removedOutputs {
      output.link.session = nil
      output.end(nil)
    }
    for output in new.outputs { output.link.session = self }
    for input in old.inputs where !new.inputs.contains(where: { $0 === input }) {
      for port in input.ports where port.session === self { port.session = nil }
    }
    for port in new.inputs.flatMap(\.ports) { port.session = self }
    let removed = old.inputs.filter { input in !new.connectedInputs.contains { $0 === input } }
    for input in removed { input.stopObserving(self) }
    for input in new.inputs { observe(input) }
    guard isStarted else { return }
    stopRoutes(removed.map { ObjectIdentifier($0) })
    announce(advance { $0.remove(removed.map { ObjectIdentifier($0) }) })
    announce(advance { $0.start(new.connectedInputs.map { ObjectIdentifier($0) }.filter(isStreaming)) })
  }

  /// Sets the planned format of each input, so that its properties show that format.
  private func plan(_ configuration: SessionConfiguration) {
    for input in configuration.inputs {
      let planned = try? input.configuration(for: configuration.preset.selection)
      input.didPlan(planned)
      for port in input.ports where port.mediaType == planned?.formatDescription.type {
        port.formatDescription = planned?.formatDescription
      }
      guard let audioFormat = planned?.formatDescription.audioFormat else { continue }
      for connection in configuration.connections(from: input) where connection.mediaType == .audio {
        connection.sound.expect(channels: audioFormat.channelCount)
      }
    }
  }

  func isStreaming(_ id: ObjectIdentifier) -> Bool { routes.withLock { $0[id] != nil } }

  /// Starts the streams that the new configuration adds or changes.
  ///
  /// The new streams deliver nothing yet. If a new camera does not start beside one that will be removed, that one
  /// stops first. If the new camera then still does not start, the old one starts again.
  private func switchStreams(from old: SessionConfiguration, to new: SessionConfiguration) throws(CaptureError) {
    let requested = try new.streamConfigurations()
    let running = routes.withLock { $0 }
    let inactive = state.withLock { Set($0.lifecycle.interruptedInputs + $0.lifecycle.finishedInputs) }
    let changed = running.values.filter { route in
      requested[ObjectIdentifier(route.input)].map { $0 != route.configuration } ?? false
    }
    let removed = running.values.filter { requested[ObjectIdentifier($0.input)] == nil }
    stopRoutes(changed.map { ObjectIdentifier($0.input) })
    var stopped = changed
    var started: [ObjectIdentifier] = []
    do throws(CaptureError) {
      for input in new.connectedInputs where !isStreaming(ObjectIdentifier(input)) {
        let id = ObjectIdentifier(input)
        if inactive.contains(id) { continue }
        do throws(CaptureError) { try startStream(input, requested[id], in: new) } catch {
          // Stopping another camera may resolve a shortage.
          guard !removed.isEmpty, stopped.count == changed.count,
            [.outOfBandwidth, .outOfMemory, .deviceInUse, .deviceUsedByAnotherSession].contains(error.code)
          else { throw error }
          stopRoutes(removed.map { ObjectIdentifier($0.input) })
          stopped += removed
          try startStream(input, requested[id], in: new)
        }
        started.append(id)
      }
    } catch {
      stopRoutes(started)
      restore(stopped, old)
      throw error
    }
  }

  /// Restarts the streams that were stopped for a change that failed.
  private func restore(_ stopped: [StreamRoute], _ configuration: SessionConfiguration) {
    for route in stopped {
      do throws(CaptureError) { try startStream(route.input, route.configuration, in: configuration) } catch {
        interrupt(ObjectIdentifier(route.input), error)
      }
    }
    openRoutes(configuration)
  }
}
