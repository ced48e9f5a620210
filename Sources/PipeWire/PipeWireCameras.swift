import Glibc
import OpenCaptureFlow
public import OpenCaptureSession
import OpenCaptureSystem

/// The cameras of PipeWire's daemon, which include those without a V4L2 driver and those of other programs.
///
/// A thread follows the daemon for as long as the object lives, also through restarts of the daemon. Without PipeWire's
/// library, no thread runs and there are no cameras.
public final class PipeWireCameras: CaptureDeviceProvider {
  private let monitor: DeviceMonitor<PipeWireNode>
  private let follower: DaemonFollower?

  /// Lists the cameras and starts to follow changes.
  ///
  /// - Parameter options: The options of all cameras.
  public init(options: PipeWireCamera.Options = PipeWireCamera.Options()) {
    let follower = try? DaemonFollower()
    self.follower = follower
    monitor = DeviceMonitor(
      in: follower == nil ? [] : DaemonSocket.system.folder.map { [$0] } ?? [], threadName: "pipewire watch",
      marks: {
        // The monitor also reads the marks when the socket of the daemon changes.
        follower?.reconnectSoon()
        return (follower?.nodes ?? []).map {
          DevicePlaceState(name: $0.identity.uniqueID, incarnation: UInt($0.serial), mayOpen: true)
        }
      },
      places: { follower?.nodes ?? [] }
    ) { PipeWireCamera($0, options: options) }
    let list = WeakReference<DeviceMonitor<PipeWireNode>>()
    list.object = monitor
    follower?.start { list.object?.scan() }
  }

  deinit { follower?.stop() }

  /// The connected cameras, in the order of their connection.
  public var devices: [CaptureDevice] { monitor.devices }

  /// Returns the driver of the camera with a V4L2 device file; nil if PipeWire does not have the camera.
  package func driver(ofDeviceFile path: String) -> (any CaptureDeviceDriver)? {
    devices.first { $0.identity.path == path }?.driver
  }

  /// The identities of the connected cameras, listed without starting a thread of this library.
  package static var connectedIdentities: [CaptureDevice.Identity] {
    let directory = WatchedDirectory()
    guard let connection = try? PipeWireConnection(updating: directory) else { return [] }
    return withExtendedLifetime(connection) {
      do throws(CaptureError) { try connection.synchronizeCameras() } catch { return [] }
      return directory.nodes.map(\.identity)
    }
  }

  /// The cameras that connect and disconnect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { monitor.changes }

  /// Connects to the daemon after the user allowed it, and waits until its cameras are listed.
  func connect() {
    follower?.connectSoon()
    monitor.scan()
  }

  /// The authorization status: authorized if the daemon shows a camera, else not determined.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus {
    devices.isEmpty ? .notDetermined : .authorized
  }
}

/// The times at which to try to reconnect to a daemon, in nanoseconds of the monotonic clock.
struct DaemonReconnection: Sendable, Hashable {
  private static let shortDelay: UInt64 = 100_000_000
  private static let longDelay: UInt64 = 1_000_000_000
  /// The times after an event until which the delays are short, and until which attempts are made at all.
  private static let limits: (short: UInt64, total: UInt64) = (5_000_000_000, 60_000_000_000)

  private var start: UInt64

  /// Begins at a loss of the connection or a change of the daemon's socket.
  init(at now: UInt64) { start = now }

  /// Returns the time of the next attempt; nil if only a change of the socket makes one worthwhile.
  func next(after now: UInt64) -> UInt64? {
    let elapsed = now > start ? now - start : 0
    if elapsed < Self.limits.short { return now + Self.shortDelay }
    return elapsed < Self.limits.total ? now + Self.longDelay : nil
  }
}

/// A thread that keeps a connection to the daemon and the directory of its cameras.
final class DaemonFollower: Sendable {
  private struct State: Lockable {
    var connection: PipeWireConnection?
    var thread: NamedThread?
    var schedule = DaemonReconnection(at: MonotonicClock.now())
    var isStopped = false
  }

  private struct Handler: Lockable {
    var onChange: (@Sendable () -> Void)?
  }

  private let directory: WatchedDirectory
  private let handler: Locked<Handler>
  private let state = Monitor(State())

  /// Connects if a daemon runs and lists its cameras.
  ///
  /// - Throws: ``CaptureError`` if PipeWire's library is missing, or if a sandbox forbids local sockets.
  init() throws(CaptureError) {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .noDaemon(-errno) }
    close(socket)
    try PipeWireLibrary.load()
    let handler = Locked(Handler())
    self.handler = handler
    directory = WatchedDirectory { handler.withLock { $0.onChange }?() }
    let connection = try? connect()
    state.withLock { $0.connection = connection }
  }

  /// The connected cameras.
  var nodes: [PipeWireNode] { directory.nodes }

  private func connect() throws(CaptureError) -> PipeWireConnection {
    let connection = try PipeWireConnection(updating: directory)
    try connection.synchronizeCameras()
    return connection
  }

  /// Starts the thread, which calls the closure after changes.
  func start(onChange: @escaping @Sendable () -> Void) {
    handler.withLock { $0.onChange = onChange }
    let thread = NamedThread(name: "pipewire list") { self.run() }
    state.withLock { $0.thread = thread }
  }

  /// Ends the thread and waits for it.
  func stop() {
    let connection = state.update { state in
      state.isStopped = true
      return state.connection
    }
    connection?.wake()
    state.withLock { $0.thread }?.join()
  }

  /// Tries again soon to connect, if no connection exists.
  func reconnectSoon() {
    state.update { state in
      if state.connection == nil { state.schedule = DaemonReconnection(at: MonotonicClock.now()) }
    }
  }

  /// Tries again to connect, and waits for the connection for a few seconds.
  func connectSoon() {
    reconnectSoon()
    let end = MonotonicClock.now() + UInt64(PipeWireConnection.answerTimeout) * 2_000_000
    _ = state.wait(until: end) { $0.connection == nil ? nil : true }
  }

  private func run() {
    while let connection = state.withLock({ $0.isStopped ? nil : $0.connection }) ?? reconnect() {
      do throws(CaptureError) {
        while !state.withLock({ $0.isStopped }) { try connection.run(timeout: -1) }
        return
      } catch {
        state.update { state in
          state.connection = nil
          state.schedule = DaemonReconnection(at: MonotonicClock.now())
        }
        directory.removeAll()
      }
    }
  }

  /// Waits for the daemon and returns the connection; nil after a request to stop.
  private func reconnect() -> PipeWireConnection? {
    while true {
      guard waitForAttempt() else { return nil }
      guard let connection = try? connect() else { continue }
      let isStopped = state.update { state in
        state.connection = connection
        return state.isStopped
      }
      return isStopped ? nil : connection
    }
  }

  /// Waits until the next attempt is due, and returns whether the thread may continue.
  private func waitForAttempt() -> Bool {
    let began = MonotonicClock.now()
    while true {
      let (isStopped, schedule) = state.withLock { ($0.isStopped, $0.schedule) }
      if isStopped { return false }
      let due = schedule.next(after: began)
      if let due, MonotonicClock.now() >= due { return true }
      let changed: Bool? = state.wait(until: due) { $0.isStopped || $0.schedule != schedule ? true : nil }
      if changed == nil { return true }
    }
  }
}
