public import OpenCaptureSession
public import Foundation

/// Under which key a notification's `userInfo` has the `CaptureError`, for `CaptureSession.runtimeErrorNotification`
/// and `CaptureSession.wasInterruptedNotification`.
public let CaptureSessionErrorKey = "CaptureSessionErrorKey"

/// Under which key a notification's `userInfo` has the `CaptureSession.InterruptionReason`, for
/// `CaptureSession.wasInterruptedNotification`.
public let CaptureSessionInterruptionReasonKey = "CaptureSessionInterruptionReasonKey"

/// Under which key a notification's `userInfo` has the `CaptureInputPort`, for `CaptureSession.didStallNotification` and
/// `CaptureSession.stallEndedNotification`.
public let CaptureSessionInputPortKey = "CaptureSessionInputPortKey"

/// Under which key a notification's `userInfo` has the `CaptureStall`, for `CaptureSession.didStallNotification`.
public let CaptureSessionStallKey = "CaptureSessionStallKey"

// Nobody can observe a notification without its name: reading one lets notifications be posted from then on.

extension CaptureSession {
  /// An input failed; `userInfo` has the error, the object is the session.
  public static let runtimeErrorNotification = NotificationPoster.name("CaptureSessionRuntimeErrorNotification")
  /// Frames come; the object is the session.
  public static let didStartRunningNotification = NotificationPoster.name(
    "CaptureSessionDidStartRunningNotification")
  /// No more frames come; the object is the session.
  public static let didStopRunningNotification = NotificationPoster.name("CaptureSessionDidStopRunningNotification")
  /// An input failed and will resume; `userInfo` has the reason and the error, the object is the session.
  public static let wasInterruptedNotification = NotificationPoster.name("CaptureSessionWasInterruptedNotification")
  /// All inputs stream again; the object is the session.
  public static let interruptionEndedNotification = NotificationPoster.name(
    "CaptureSessionInterruptionEndedNotification")
  /// No frame has come from a camera for a while; `userInfo` has the port and the stall, the object is the session.
  ///
  /// AVFoundation has no such notification.
  public static let didStallNotification = NotificationPoster.name("CaptureSessionDidStallNotification")
  /// Frames come again from a camera that had stalled; `userInfo` has the port, the object is the session.
  public static let stallEndedNotification = NotificationPoster.name("CaptureSessionStallEndedNotification")
}

extension CaptureDevice {
  /// A camera was plugged in; the object is the device.
  public static let wasConnectedNotification = NotificationPoster.name("CaptureDeviceWasConnectedNotification")
  /// A camera was unplugged; the object is the device.
  public static let wasDisconnectedNotification = NotificationPoster.name(
    "CaptureDeviceWasDisconnectedNotification")
  /// A camera came to see something else, while `isSubjectAreaChangeMonitoringEnabled`; the object is the device.
  public static let subjectAreaDidChangeNotification = NotificationPoster.name(
    "CaptureDeviceSubjectAreaDidChangeNotification")
}

extension Notification.Name {
  /// The older spelling of `CaptureSession.runtimeErrorNotification`.
  public static var CaptureSessionRuntimeError: Self { CaptureSession.runtimeErrorNotification }
  /// The older spelling of `CaptureSession.didStartRunningNotification`.
  public static var CaptureSessionDidStartRunning: Self { CaptureSession.didStartRunningNotification }
  /// The older spelling of `CaptureSession.didStopRunningNotification`.
  public static var CaptureSessionDidStopRunning: Self { CaptureSession.didStopRunningNotification }
  /// The older spelling of `CaptureSession.wasInterruptedNotification`.
  public static var CaptureSessionWasInterrupted: Self { CaptureSession.wasInterruptedNotification }
  /// The older spelling of `CaptureSession.interruptionEndedNotification`.
  public static var CaptureSessionInterruptionEnded: Self { CaptureSession.interruptionEndedNotification }
  /// The older spelling of `CaptureDevice.wasConnectedNotification`.
  public static var CaptureDeviceWasConnected: Self { CaptureDevice.wasConnectedNotification }
  /// The older spelling of `CaptureDevice.wasDisconnectedNotification`.
  public static var CaptureDeviceWasDisconnected: Self { CaptureDevice.wasDisconnectedNotification }
  /// The older spelling of `CaptureDevice.subjectAreaDidChangeNotification`.
  public static var CaptureDeviceSubjectAreaDidChange: Self { CaptureDevice.subjectAreaDidChangeNotification }
}

/// Posts what happens to sessions and devices to the default notification centre.
enum NotificationPoster {
  static func name(_ text: String) -> Notification.Name {
    CaptureNotification.poster = { post($0) }
    return Notification.Name(text)
  }

  private static func post(_ notification: CaptureNotification) {
    let center = NotificationCenter.default
    switch notification {
    case .device(let device, let isConnected):
      let name = isConnected ? CaptureDevice.wasConnectedNotification : CaptureDevice.wasDisconnectedNotification
      center.post(name: name, object: device)
    case .subjectArea(let device):
      center.post(name: CaptureDevice.subjectAreaDidChangeNotification, object: device)
    case .session(let session, let event):
      let (name, info) = describe(event)
      center.post(name: name, object: session, userInfo: info)
    }
  }

  private static func describe(_ event: CaptureSession.Event) -> (Notification.Name, [String: Any]?) {
    switch event {
    case .didStartRunning: (CaptureSession.didStartRunningNotification, nil)
    case .didStopRunning: (CaptureSession.didStopRunningNotification, nil)
    case .interruptionEnded: (CaptureSession.interruptionEndedNotification, nil)
    case .runtimeError(let error): (CaptureSession.runtimeErrorNotification, [CaptureSessionErrorKey: error])
    case .wasInterrupted(let reason, let error):
      (
        CaptureSession.wasInterruptedNotification,
        // By its raw value as well, as code for AVFoundation expects it.
        [
          CaptureSessionInterruptionReasonKey: reason, "AVCaptureSessionInterruptionReasonKey": reason.rawValue,
          CaptureSessionErrorKey: error,
        ]
      )
    case .didStall(let port, let stall):
      (CaptureSession.didStallNotification, [CaptureSessionInputPortKey: port, CaptureSessionStallKey: stall])
    case .stallEnded(let port): (CaptureSession.stallEndedNotification, [CaptureSessionInputPortKey: port])
    }
  }
}
