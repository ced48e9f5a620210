import COpenCapturePortal
import Dispatch
import Glibc
package import OpenCaptureFlow
package import OpenCaptureSession
import OpenCaptureSystem

/// The desktop's camera portal, which asks the user whether a program may use cameras.
///
/// A program in Flatpak or Snap has no other way to cameras. `OPENCAPTURE_PORTAL=1` requests the portal for other
/// programs, and `OPENCAPTURE_PORTAL=0` prevents its use.
package final class CameraPortal: Sendable {
  /// The portal of this process; nil if the process does not need one.
  package static let system =
    isNeeded({ Environment.value($0) }, fileExists: { access($0, F_OK) == 0 })
    ? CameraPortal() : nil

  /// The time in milliseconds that the portal takes for an answer without the user.
  private static let answerTimeout: Int32 = 2000

  let address: String?
  private let state = Locked(PortalAuthorization())
  private let queue = DispatchQueue(label: "capture.camera-portal", attributes: .concurrent)

  /// Creates a portal on a message bus; by default that of the user's session.
  package init(address: String? = nil) { self.address = address }

  /// Returns whether a process needs the portal, from its environment and its files.
  static func isNeeded(_ environment: (String) -> String?, fileExists: (String) -> Bool) -> Bool {
    switch environment("OPENCAPTURE_PORTAL") {
    case "1": true
    case "0": false
    default: fileExists("/.flatpak-info") || environment("SNAP") != nil
    }
  }

  /// The user's answer: that of an earlier process before the first request, if it was yes.
  package var authorizationStatus: CaptureDevice.AuthorizationStatus {
    if state.withLock({ $0.status }) != .denied, let remote = try? openRemote() { close(remote) }
    return state.withLock { $0.status }
  }

  /// Asks the user for access to the cameras, and returns the answer.
  ///
  /// - Throws: `CaptureError` if no portal answers.
  package func requestAccess() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      // The user takes any time.
      queue.async {
        continuation.resume(
          with: Result { try self.withPortal { cportal_request_access($0, -1) } }.map { response in
            self.state.withLock { state in
              state.didAnswer(response)
              return state.status == .authorized
            }
          })
      }
    }
  }

  /// Opens a connection to PipeWire's daemon, which the caller closes.
  ///
  /// - Throws: `CaptureError` if the user has not allowed it, or if no portal answers.
  package func openRemote() throws(CaptureError) -> Int32 {
    do throws(CaptureError) {
      let descriptor = try withPortal { cportal_open_remote($0) }
      state.withLock { $0.didOpen() }
      return descriptor
    } catch {
      if error.errno == EACCES { state.withLock { $0.didRefuse() } }
      throw error
    }
  }

  /// The version of the portal's camera interface.
  ///
  /// - Throws: `CaptureError` if no portal answers.
  package func version() throws(CaptureError) -> Int { Int(try withPortal { cportal_version($0) }) }

  /// Whether the portal knows a camera.
  ///
  /// - Throws: `CaptureError` if no portal answers.
  package func hasCamera() throws(CaptureError) -> Bool { try withPortal { cportal_has_camera($0) } > 0 }

  /// Calls the portal on a connection of its own, so that a waiting request does not delay other calls.
  private func withPortal(_ call: (OpaquePointer) -> Int32) throws(CaptureError) -> Int32 {
    var complaint: UnsafePointer<CChar>?
    guard cportal_load(&complaint) else {
      let words = complaint.map { "the library cannot be used: \(String(cString: $0))" }
      throw CaptureError(
        .unsupported, subject: "libsystemd.so.0", reason: words ?? "the library is not installed",
        hint: "sudo apt install libsystemd0")
    }
    var portal: OpaquePointer?
    let opened = cportal_open(address, Self.answerTimeout, &portal)
    guard opened >= 0, let portal else { throw Self.failure(opened) }
    defer { cportal_close(portal) }
    let status = call(portal)
    guard status >= 0 else { throw Self.failure(status) }
    return status
  }

  private static func failure(_ status: Int32) -> CaptureError {
    let (reason, hint): (String, String?) =
      switch -status {
      case EACCES: ("the user has not allowed the use of cameras", "allow it in the settings of the desktop")
      case ENOENT: ("the desktop has no portal for cameras", "sudo apt install xdg-desktop-portal")
      case ETIMEDOUT: ("the portal does not answer", nil)
      default: ("cannot connect to the session's message bus: \(SystemErrorMessages.reason(for: -status))", nil)
      }
    let code: CaptureError.Code = -status == EACCES ? .notAuthorized : .deviceFailed
    return CaptureError(code, subject: "camera portal", errno: -status, reason: reason, hint: hint)
  }
}

/// The user's permission to use cameras, as far as the portal's answers show it.
struct PortalAuthorization: Lockable, Hashable {
  private(set) var status = CaptureDevice.AuthorizationStatus.notDetermined

  /// Records the response to a request: 0 for yes, 1 for no; other responses are no answer of the user.
  mutating func didAnswer(_ response: Int32) {
    switch response {
    case 0: status = .authorized
    case 1: status = .denied
    default: break
    }
  }

  /// Records that the portal opened a connection, which it does only with permission.
  mutating func didOpen() { status = .authorized }

  /// Records a refused connection: a permission was revoked, or there never was one.
  mutating func didRefuse() { if status == .authorized { status = .denied } }
}
