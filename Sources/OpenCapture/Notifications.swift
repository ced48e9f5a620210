public import OpenCaptureSession
public import Foundation

/// The key of the `CaptureError` in `userInfo`.
///
/// Used by `CaptureSession.runtimeErrorNotification` and `CaptureSession.wasInterruptedNotification`.
public let CaptureSessionErrorKey = "AVCaptureSessionErrorKey"

/// The key of the `CaptureSession.InterruptionReason` in `userInfo`.
///
/// Used by `CaptureSession.wasInterruptedNotification`.
public let CaptureSessionInterruptionReasonKey = "CaptureSessionInterruptionReasonKey"

/// The key of the `CaptureInputPort` in `userInfo`.
///
/// Used by `CaptureSession.didStallNotification` and `CaptureSession.stallEndedNotification`.
public let CaptureSessionInputPortKey = "CaptureSessionInputPortKey"

/// The key of the `CaptureStall` in `userInfo`, used by `CaptureSession.didStallNotification`.
public let CaptureSessionStallKey = "CaptureSessionStallKey"

// Observers need the name of a notification, so posting is enabled when a name is first read.

extension CaptureSession {
  /// Posted when an input fails; `userInfo` contains the error, the object is the session.
  public static let runtimeErrorNotification = NotificationPoster.name("AVCaptureSessionRuntimeErrorNotification")
  /// Posted when frames start to arrive; the object is the session.
  public static let didStartRunningNotification = NotificationPoster.name(
    "AVCaptureSessionDidStartRunningNotification")
  /// Posted when the session stops; the object is the session.
  public static let didStopRunningNotification = NotificationPoster.name(
    "AVCaptureSessionDidStopRunningNotification")
  /// Posted when an input fails and will resume.
  ///
  /// `userInfo` contains the reason and the error, the object is the session.
  public static let wasInterruptedNotification = NotificationPoster.name(
    "AVCaptureSessionWasInterruptedNotification")
  /// Posted when all inputs stream again; the object is the session.
  public static let interruptionEndedNotification = NotificationPoster.name(
    "AVCaptureSessionInterruptionEndedNotification")
  /// Posted when a running camera delivers no frames.
  ///
  /// `userInfo` contains the port and the stall, the object is the session.
  ///
  /// AVFoundation has no such notification.
  public static let didStallNotification = NotificationPoster.name("CaptureSessionDidStallNotification")
  /// Posted when a stalled camera delivers frames again; `userInfo` contains the port, the object is the session.
  public static let stallEndedNotification = NotificationPoster.name("CaptureSessionStallEndedNotification")
}

extension CaptureDevice {
  /// Posted when a device is connected; the object is the device.
  public static let wasConnectedNotification = NotificationPoster.name("AVCaptureDeviceWasConnectedNotification")
  /// Posted when a device is disconnected; the object is the device.
  public static let wasDisconnectedNotification = NotificationPoster.name(
    "AVCaptureDeviceWasDisconnectedNotification")
  /// Posted when the scene of a camera changes with `isSubjectAreaChangeMonitoringEnabled`.
  ///
  /// The object is the device.
  public static let subjectAreaDidChangeNotification = NotificationPoster.name(
    "AVCaptureDeviceSubjectAreaDidChangeNotification")
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

/// A poster of session and device events to the default notification center.
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
        // AVFoundation's key has the raw value, as an object that can be cast to both `Int` and `NSNumber`.
        [
          CaptureSessionInterruptionReasonKey: reason,
          "AVCaptureSessionInterruptionReasonKey": NSNumber(value: reason.rawValue), CaptureSessionErrorKey: error,
        ]
      )
    case .didStall(let port, let stall):
      (CaptureSession.didStallNotification, [CaptureSessionInputPortKey: port, CaptureSessionStallKey: stall])
    case .stallEnded(let port): (CaptureSession.stallEndedNotification, [CaptureSessionInputPortKey: port])
    }
  }
}
