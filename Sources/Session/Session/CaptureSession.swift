public import OpenCaptureFlow
public import OpenCaptureSystem
import Dispatch

/// A capture session, which transfers media from inputs to outputs (`AVCaptureSession`).
///
///     let session = CaptureSession()
///     try session.add(CaptureDeviceInput(device: camera))
///     try session.add(output)
///     session.startRunning()
///
/// A session can be used from any thread and changed while it runs. The changes between ``beginConfiguration()``
/// and ``commit()`` take effect together or not at all. Inputs that stay continue to stream.
public final class CaptureSession: IdentityHashable, Sendable {
  struct State: Lockable {
    /// The configuration in effect.
    var active = SessionConfiguration()
    /// The configuration being edited between begin and commit.
    var draft: SessionConfiguration?
    var depth = 0
    /// The number of changes that wait on the work queue or are being applied.
    var pendingChangeCount = 0
    var lifecycle = SessionLifecycle()
    var resumes = false
    var notifiesOnMainQueue = false
  }

  let state = Locked(State())
  /// The serial queue that starts and stops streams, and never runs code of the client.
  let work = DispatchQueue(label: "capture.session", qos: .userInitiated)
  /// The running streams, which only `work` accesses.
  let routes = Locked<[ObjectIdentifier: StreamRoute]>([:])
  /// A signal that is sent when properties may have changed.
  package let changes = ChangeSignal()
  let eventBroadcast = Broadcast<Event>()
  let isRunningBroadcast = Broadcast(initially: false)
  let isInterruptedBroadcast = Broadcast(initially: false)

  /// Creates a session without inputs and outputs, with the preset ``Preset/high``.
  ///
  /// - Parameter resumesAfterInterruption: The initial value of ``resumesAfterInterruption``; default false.
  public init(resumesAfterInterruption: Bool = false) { state.withLock { $0.resumes = resumesAfterInterruption } }

  deinit {
    let configuration = state.withLock { $0.active }
    // A source that waits for space would wait forever.
    for connection in configuration.connections { connection.isActive = false }
    for output in configuration.outputs { output.discard(from: output.link.connections) }
    for route in routes.withLock({ Array($0.values) }) { route.stop() }
    for input in configuration.inputs { input.stopObserving(self) }
    for output in configuration.outputs {
      output.link.connections = []
      output.link.session = nil
      output.end(nil)
    }
  }

  /// Whether the session has been started, and an input streams or ended its media.
  ///
  /// The value is false while all devices are interrupted; the session then resumes without another start.
  public var isRunning: Bool { state.withLock { $0.lifecycle.isStreaming } }

  /// Whether the session has been started and not stopped since.
  var isStarted: Bool { state.withLock { $0.lifecycle.isRunning } }

  /// A stream of ``isRunning``: the current value, then every change.
  public var isRunningUpdates: AsyncStream<Bool> { isRunningBroadcast.stream() }

  /// Whether an input waits for its device.
  public var isInterrupted: Bool { state.withLock { $0.lifecycle.isInterrupted } }

  /// A stream of ``isInterrupted``: the current value, then every change.
  public var isInterruptedUpdates: AsyncStream<Bool> { isInterruptedBroadcast.stream() }

  /// A stream of the session's events from now on.
  public var events: AsyncStream<Event> { eventBroadcast.stream() }

  /// Whether the session waits for a device that is disconnected, stalled or in use, and resumes when possible.
  ///
  /// The failure is then an interruption rather than a runtime error. If the value is false, the input fails, and
  /// the session stops if no other input is left. The default is that of the initializer.
  public var resumesAfterInterruption: Bool {
    get { state.withLock { $0.resumes } }
    set { state.withLock { $0.resumes = newValue } }
  }

  /// Whether notifications of the session are posted on the main queue, as by AVFoundation; default false.
  package var notifiesOnMainQueue: Bool {
    get { state.withLock { $0.notifiesOnMainQueue } }
    set { state.withLock { $0.notifiesOnMainQueue = newValue } }
  }

  /// Returns the statistics of an input's current stream, or nil if the input is not streaming.
  public func streamStatistics(of input: any CaptureInput) -> CaptureStreamStatistics? {
    routes.withLock { $0[ObjectIdentifier(input)] }?.statistics
  }

  /// Reports events to all observers without waiting for them.
  func announce(_ events: [Event]) {
    guard !events.isEmpty else { return }
    for event in events { eventBroadcast.send(event) }
    let (isRunning, isInterrupted) = state.withLock { ($0.lifecycle.isStreaming, $0.lifecycle.isInterrupted) }
    isRunningBroadcast.send(isRunning)
    isInterruptedBroadcast.send(isInterrupted)
    sendChanges()
    CaptureNotification.post(events.map { .session(self, $0) }, onMainQueue: notifiesOnMainQueue)
  }

  /// Notifies observers of the session and its outputs that properties may have changed.
  ///
  /// - Parameter former: Outputs that no longer belong to the session.
  func sendChanges(former: [any CaptureOutput] = []) {
    changes.send()
    for output in state.withLock({ $0.active.outputs }) + former { output.link.changes.send() }
  }
}
