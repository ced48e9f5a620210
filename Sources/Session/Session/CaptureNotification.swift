import Dispatch
import OpenCaptureFlow
import OpenCaptureSystem

/// A notification about a session or device for Foundation's notification center.
///
/// This module does not link Foundation. A client that observes notifications installs a poster first. The umbrella
/// module does that when a notification name is used.
package enum CaptureNotification: Sendable {
  /// An event of a session.
  case session(CaptureSession, CaptureSession.Event)
  /// A device was connected or disconnected.
  case device(CaptureDevice, isConnected: Bool)
  /// The scene in front of a camera changed.
  case subjectArea(CaptureDevice)

  /// A function that posts notifications, process-wide like the notification center.
  package typealias Poster = @Sendable (CaptureNotification) -> Void

  /// The function that posts notifications; nil if no client observes them.
  package static var poster: Poster? {
    get { installed.withLock { $0.poster } }
    set { installed.withLock { $0.poster = newValue } }
  }

  /// The serial queue that calls observers, unless the main queue does; no other code waits for it.
  private static let queue = DispatchQueue(label: "capture.notifications")

  /// Posts notifications without waiting for the observers.
  ///
  /// - Parameters:
  ///   - notifications: The notifications, in order.
  ///   - onMainQueue: Whether the main queue calls the observers, after those of earlier notifications. The default
  ///     is false.
  package static func post(_ notifications: [CaptureNotification], onMainQueue: Bool = false) {
    guard let poster else { return }
    let call: @Sendable () -> Void = { for notification in notifications { poster(notification) } }
    queue.async { if onMainQueue { DispatchQueue.main.async(execute: call) } else { call() } }
  }

  /// Posts the connection of a device; a disconnected device posts its own notification.
  package static func post(_ change: CaptureDeviceChange) {
    if case .connected(let device) = change { post([.device(device, isConnected: true)]) }
  }
}

/// A process-wide observer of rejected property changes, in addition to `CaptureDevice.configurationError`.
///
/// The AVFoundation module uses it if such a change raises an exception on Apple systems.
package enum CaptureRejectionObserver {
  /// The function called with each rejection, on the thread that set the property; nil for none.
  package static var reporter: (@Sendable (CaptureError) -> Void)? {
    get { installed.withLock { $0.reporter } }
    set { installed.withLock { $0.reporter = newValue } }
  }
}

private struct InstalledFunctions: Lockable {
  var poster: CaptureNotification.Poster?
  var reporter: (@Sendable (CaptureError) -> Void)?
}

private let installed = Locked(InstalledFunctions())
