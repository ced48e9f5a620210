import OpenCaptureSystem
import OpenCaptureMediaSamples

/// What comes from one input while it streams, on its way to outputs.
final class StreamRoute: CaptureStreamSink {
  struct Target: Sendable {
    let connection: CaptureConnection
    let output: any CaptureOutput
  }

  /// What happens to the stream by itself.
  enum Change: Sendable {
    case stalled(CaptureStall)
    /// A frame came, after none had for a while.
    case recovered
    /// With an error, or because there is nothing more.
    case ended(CaptureError?)
  }

  private struct State: Lockable {
    var stream: (any CaptureStream)?
    /// Empty until the session opens the route, and again once it closed it.
    var targets: [Target] = []
    var isOver = false
    var isClosed = false
    /// Whether it was told that no frames come.
    var isStalled: Bool
    var lastSequence: UInt64?
    var zoom = DigitalZoom()
  }

  let input: any CaptureInput
  let configuration: CaptureStreamConfiguration
  let device: CaptureDevice?
  private let state: Monitor<State>
  private let onChange: @Sendable (StreamRoute, Change) -> Void

  /// Makes a route.
  ///
  /// - Parameter isStalled: Whether the stream before this one was told to deliver nothing.
  init(
    _ input: any CaptureInput, _ configuration: CaptureStreamConfiguration, isStalled: Bool,
    onChange: @escaping @Sendable (StreamRoute, Change) -> Void
  ) {
    (self.input, self.configuration, self.onChange) = (input, configuration, onChange)
    state = Monitor(State(isStalled: isStalled))
    device = (input as? CaptureDeviceInput)?.device
  }

  func start() throws(CaptureError) {
    let started = try input.startStreaming(configuration, to: self)
    state.withLock { $0.stream = started }
  }

  /// Lets frames pass to these connections, and no longer to others.
  func open(to connections: [CaptureConnection]) {
    let targets = connections.compactMap { connection in
      connection.output.map { Target(connection: connection, output: $0) }
    }
    let old = state.update { state in
      defer { state.targets = targets }
      return state.targets
    }
    withExtendedLifetime(old) {}
  }

  var statistics: CaptureStreamStatistics? { state.withLock { $0.stream }?.statistics }

  /// Ends the stream; blocks until the source is quiet.
  func stop() {
    state.update { $0.isClosed = true }
    open(to: [])
    state.withLock { $0.stream.take() }?.stop()
    device?.didGrant(nil)
    device?.adjustmentsDidEnd()
  }

  /// Holds up a source that can wait until the session has opened the route.
  private func waitForTargets() {
    guard input.canWait else { return }
    _ = state.wait { $0.isClosed || !$0.targets.isEmpty ? true : nil }
  }

  func receive(_ sampleBuffer: SampleBuffer) {
    waitForTargets()
    let (targets, lost, hasRecovered) = state.withLock { state in
      (state.targets, Self.countLost(before: sampleBuffer, &state), Self.takeStall(&state))
    }
    if hasRecovered { onChange(self, .recovered) }
    if lost > 0 {
      let report = DroppedFrame(
        .discontinuity, timing: sampleBuffer.timing, sequenceNumber: sampleBuffer.sequenceNumber,
        formatDescription: sampleBuffer.formatDescription, count: lost)
      for target in targets { target.output.receive(report, from: target.connection) }
    }
    let sample = zoomed(sampleBuffer)
    for index in targets.indices {
      guard let turned = targets[index].connection.pass(sample) else { continue }
      targets[index].output.receive(turned, from: targets[index].connection, canWait: input.canWait)
    }
  }

  /// How many numbers are missing in the source's count before this frame.
  private static func countLost(before sample: SampleBuffer, _ state: inout State) -> Int {
    guard let number = sample.sequenceNumber else { return 0 }
    defer { state.lastSequence = number }
    // A count that goes back begins anew; before the route is open nobody misses anything.
    guard let last = state.lastSequence, number > last, !state.targets.isEmpty else { return 0 }
    return Int(clamping: number - last - 1)
  }

  private func zoomed(_ sample: SampleBuffer) -> SampleBuffer {
    guard let device else { return sample }
    let factor = device.willDeliver(sample)
    guard factor > 1 else { return sample }
    return state.withLock { $0.zoom.apply(factor, to: sample) }
  }

  func receive(_ dropped: DroppedFrame) {
    let (targets, hasRecovered) = state.withLock { ($0.targets, Self.takeStall(&$0)) }
    if hasRecovered { onChange(self, .recovered) }
    for target in targets { target.output.receive(dropped, from: target.connection) }
  }

  func receive(_ change: CaptureControlChange) { device?.didChange(change) }

  func receive(_ stall: CaptureStall) {
    state.withLock { $0.isStalled = true }
    onChange(self, .stalled(stall))
  }

  /// Whether it was told that no frames come, which is over now.
  private static func takeStall(_ state: inout State) -> Bool {
    defer { state.isStalled = false }
    return state.isStalled
  }

  func finish() {
    waitForTargets()
    for target in state.withLock({ $0.targets }) { target.output.finishReceiving(from: target.connection) }
    end(nil)
  }

  func end(_ error: CaptureError) { end(.some(error)) }

  /// With an error, or because there is nothing more.
  private func end(_ error: CaptureError?) {
    let isNews = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isNews { onChange(self, .ended(error)) }
  }
}
