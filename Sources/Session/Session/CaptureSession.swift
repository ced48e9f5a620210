public import OpenCaptureFlow
import OpenCaptureSystem
import Dispatch

/// Brings media from inputs to outputs (`AVCaptureSession`).
///
///     let session = CaptureSession()
///     try session.addInput(CaptureDeviceInput(device: camera))
///     try session.addOutput(output)
///     session.startRunning()
///
/// Safe from any thread. A session can be changed while it runs: what stands between ``beginConfiguration()`` and
/// ``commitConfiguration()`` takes effect as a whole or not at all, and inputs that stay go on streaming.
public final class CaptureSession: Sendable {
  struct State: Lockable {
    /// What is in effect.
    var active = SessionConfiguration()
    /// What will be, between begin and commit.
    var draft: SessionConfiguration?
    var depth = 0
    var lifecycle = SessionLifecycle()
    var resumes = false
  }

  let state = Locked(State())
  /// Where streams are started and stopped, one change after another; nobody else's code runs here.
  let work = DispatchQueue(label: "capture.session", qos: .userInitiated)
  /// The streams that run; touched on `work` alone.
  let routes = Locked<[ObjectIdentifier: StreamRoute]>([:])
  /// Sent when properties may have changed.
  package let changes = ChangeSignal()
  let eventBroadcast = Broadcast<Event>()
  let isRunningBroadcast = Broadcast(initially: false)
  let isInterruptedBroadcast = Broadcast(initially: false)

  /// Makes a session without inputs and outputs, with the preset ``Preset/high``.
  public init() {}

  deinit {
    let configuration = state.withLock { $0.active }
    // A source that waits for room would wait for ever.
    for connection in configuration.connections { connection.isActive = false }
    for output in configuration.outputs { output.discard(from: output.connections) }
    for route in routes.withLock({ Array($0.values) }) { route.stop() }
    for input in configuration.inputs { input.stopObserving(self) }
    for output in configuration.outputs {
      (output.link.connections, output.link.session) = ([], nil)
      output.end(nil)
    }
  }

  /// Whether the session runs.
  public var isRunning: Bool { state.withLock { $0.lifecycle.isRunning } }

  /// ``isRunning`` now, and whenever it changes.
  public var isRunningUpdates: AsyncStream<Bool> { isRunningBroadcast.stream() }

  /// Whether an input waits for its camera to come back.
  public var isInterrupted: Bool { state.withLock { $0.lifecycle.isInterrupted } }

  /// ``isInterrupted`` now, and whenever it changes.
  public var isInterruptedUpdates: AsyncStream<Bool> { isInterruptedBroadcast.stream() }

  /// What happens to the session from now on.
  public var events: AsyncStream<Event> { eventBroadcast.stream() }

  /// Whether an input whose camera is gone, stalled or in use is waited for, and streams again as soon as it can;
  /// default false: it fails, and the session with it where it was the last.
  ///
  /// With it, such a failure is an interruption rather than a runtime error.
  public var resumesAfterInterruption: Bool {
    get { state.withLock { $0.resumes } }
    set { state.withLock { $0.resumes = newValue } }
  }

  /// What an input did since it streams; nil where it doesn't.
  public func streamStatistics(of input: any CaptureInput) -> CaptureStreamStatistics? {
    routes.withLock { $0[ObjectIdentifier(input)] }?.statistics
  }

  /// Tells everyone, without waiting for them.
  func announce(_ events: [Event]) {
    guard !events.isEmpty else { return }
    for event in events { eventBroadcast.send(event) }
    let (isRunning, isInterrupted) = state.withLock { ($0.lifecycle.isRunning, $0.lifecycle.isInterrupted) }
    isRunningBroadcast.send(isRunning)
    isInterruptedBroadcast.send(isInterrupted)
    sendChanges()
    CaptureNotification.post(events.map { .session(self, $0) })
  }

  /// Lets observers of the session and of its outputs look at what may have changed.
  ///
  /// - Parameter former: Outputs that are the session's no more.
  func sendChanges(former: [any CaptureOutput] = []) {
    changes.send()
    for output in state.withLock({ $0.active.outputs }) + former { output.link.changes.send() }
  }
}
