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

  /// Tells of a device that was plugged in or unplugged.
  package static func post(_ change: CaptureDeviceChange) {
    switch change {
    case .connected(let device): poster?(.device(device, isConnected: true))
    case .disconnected(let device): poster?(.device(device, isConnected: false))
    }
  }
}
