import Dispatch
import OpenCaptureSystem

/// What Foundation's notification centre is told about sessions and devices.
///
/// This module doesn't link Foundation. Whoever does, and observes a notification, puts a poster in first; the umbrella
/// module does so where its notifications' names are read.
package enum CaptureNotification: Sendable {
  /// Something happened to a session.
  case session(CaptureSession, CaptureSession.Event)
  /// A device was plugged in, or unplugged.
  case device(CaptureDevice, isConnected: Bool)
  /// A camera came to see something else.
  case subjectArea(CaptureDevice)

  /// Takes notifications; process-wide as the notification centre that it posts to.
  package typealias Poster = @Sendable (CaptureNotification) -> Void

  private struct Installed: Lockable {
    var poster: Poster?
  }

  private static let installed = Locked(Installed())

  /// Who posts; nil where nobody observes.
  package static var poster: Poster? {
    get { installed.withLock { $0.poster } }
    set { installed.withLock { $0.poster = newValue } }
  }

  /// Where observers are called: one after the other, and never by a queue or a thread that somebody waits for.
  private static let queue = DispatchQueue(label: "capture.notifications")

  /// Tells observers, without waiting for them.
  package static func post(_ notifications: [CaptureNotification]) {
    guard let poster else { return }
    queue.async { for notification in notifications { poster(notification) } }
  }

  /// Tells of a device that was plugged in; one that was unplugged tells of that itself.
  package static func post(_ change: CaptureDeviceChange) {
    if case .connected(let device) = change { post([.device(device, isConnected: true)]) }
  }
}
