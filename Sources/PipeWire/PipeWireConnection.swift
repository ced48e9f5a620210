import COpenCapturePipeWire
import Glibc
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// A connection to PipeWire's daemon.
///
/// `@unchecked Sendable`: one thread at a time uses a connection, except for ``wake()``.
final class PipeWireConnection: Lockable, @unchecked Sendable {
  /// The maximum time in milliseconds that the daemon takes for an answer.
  static let answerTimeout: Int32 = 2000

  let handle: OpaquePointer
  /// The receiver of the daemon's cameras, which the bridge refers to.
  private let directory: WatchedDirectory?

  /// Connects to the daemon through a portal, or to the one that the environment names.
  ///
  /// - Parameters:
  ///   - directory: The receiver of the daemon's cameras. The default is nil for none.
  ///   - portal: The portal, which shows cameras only. The default is the one that the process needs, if any.
  /// - Throws: ``CaptureError`` if the library is missing, no daemon answers, or the user has not allowed the use of
  ///   cameras.
  init(
    updating directory: WatchedDirectory? = nil, through portal: CameraPortal? = .system
  ) throws(CaptureError) {
    try PipeWireLibrary.load()
    // A failed attempt of the library takes much longer than this check.
    guard portal != nil || DaemonSocket.system.mayExist else { throw .noDaemon(-ENOENT) }
    let descriptor = try portal?.openRemote() ?? -1
    self.directory = directory
    var handle: OpaquePointer?
    let status: Int32
    if var events = directory?.events {
      status = cpipewire_connect(descriptor, &events, &handle)
    } else {
      status = cpipewire_connect(descriptor, nil, &handle)
    }
    guard status == 0, let handle else { throw .noDaemon(status) }
    self.handle = handle
  }

  deinit { cpipewire_disconnect(handle) }

  /// Handles events for up to the given time in milliseconds; −1 waits for an event without limit.
  func run(timeout: Int32) throws(CaptureError) {
    let status = cpipewire_run(handle, timeout)
    if status < 0 { throw .noDaemon(status) }
  }

  /// Waits until the daemon has answered all requests.
  func synchronize() throws(CaptureError) {
    let status = cpipewire_sync(handle, Self.answerTimeout)
    if status < 0 { throw .noDaemon(status) }
  }

  /// Waits until the daemon has reported all cameras.
  func synchronizeCameras() throws(CaptureError) {
    // The first answer follows the list of objects, the second one their properties.
    try synchronize()
    try synchronize()
  }

  /// Ends the wait for events early; may be called from any thread.
  func wake() { cpipewire_wake(handle) }

  /// The version of the daemon; nil before its first answer.
  var daemonVersion: String? {
    let version = String(cString: cpipewire_daemon_version(handle))
    return version.isEmpty ? nil : version
  }

  /// Whether a session manager runs, which connects programs with cameras.
  var hasSessionManager: Bool { cpipewire_has_session_manager(handle) }
}

/// The socket of PipeWire's daemon.
struct DaemonSocket: Sendable {
  /// The folder of a daemon that serves all users.
  private static let sharedFolder = "/run/pipewire"

  /// The socket that the environment names.
  static let system = DaemonSocket { Environment.value($0) }

  /// The folder that contains the socket; nil if the environment names none.
  let folder: String?
  /// The places of the socket; nil if only the library knows them.
  let paths: [String]?

  /// Finds the places of the socket, from the value of each environment variable.
  init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    folder = value("PIPEWIRE_RUNTIME_DIR") ?? value("XDG_RUNTIME_DIR")
    let name = value("PIPEWIRE_REMOTE") ?? "pipewire-0"
    let folders = (folder.map { [$0] } ?? []) + [Self.sharedFolder]
    // Newer versions also accept a list of names.
    paths = name.hasPrefix("[") ? nil : name.hasPrefix("/") ? [name] : folders.map { "\($0)/\(name)" }
  }

  /// Whether the socket exists or its place is unknown.
  var mayExist: Bool { paths?.contains { access($0, F_OK) == 0 } ?? true }
}

extension CaptureError {
  /// Returns the error of a connection that failed with a negative `errno`.
  ///
  /// The list of cameras reports disconnections, so that no failure of a stream counts as one.
  static func noDaemon(_ status: Int32) -> CaptureError {
    let errno = -status
    let reason =
      switch errno {
      case EPIPE: "the connection to the daemon was lost"
      case ETIMEDOUT: "the daemon does not answer"
      case ENOENT, ECONNREFUSED, EHOSTDOWN: "the daemon is not running"
      default: "cannot connect to the daemon: \(SystemErrorMessages.reason(for: errno))"
      }
    return CaptureError(
      .deviceFailed, subject: "PipeWire", errno: errno, reason: reason,
      hint: "run `systemctl --user start pipewire wireplumber`")
  }
}
