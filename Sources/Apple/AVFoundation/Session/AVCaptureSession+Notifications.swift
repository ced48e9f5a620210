public import Foundation
import OpenCapture
import OpenCaptureSession

/// Under which key a notification's `userInfo` has the ``AVError``.
public let AVCaptureSessionErrorKey = CaptureSessionErrorKey

/// Under which key a notification's `userInfo` has the raw value of an `AVCaptureSession.InterruptionReason`, an `Int`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

/// Under which key a notification's `userInfo` would have the system's pressure.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension Notification.Name {
  /// The older spelling of `AVCaptureSession.runtimeErrorNotification`.
  public static var AVCaptureSessionRuntimeError: Self { CaptureSession.runtimeErrorNotification }
  /// The older spelling of `AVCaptureSession.didStartRunningNotification`.
  public static var AVCaptureSessionDidStartRunning: Self { CaptureSession.didStartRunningNotification }
  /// The older spelling of `AVCaptureSession.didStopRunningNotification`.
  public static var AVCaptureSessionDidStopRunning: Self { CaptureSession.didStopRunningNotification }
  /// The older spelling of `AVCaptureSession.wasInterruptedNotification`.
  public static var AVCaptureSessionWasInterrupted: Self { CaptureSession.wasInterruptedNotification }
  /// The older spelling of `AVCaptureSession.interruptionEndedNotification`.
  public static var AVCaptureSessionInterruptionEnded: Self { CaptureSession.interruptionEndedNotification }
  /// The older spelling of `AVCaptureDevice.wasConnectedNotification`.
  public static var AVCaptureDeviceWasConnected: Self { CaptureDevice.wasConnectedNotification }
  /// The older spelling of `AVCaptureDevice.wasDisconnectedNotification`.
  public static var AVCaptureDeviceWasDisconnected: Self { CaptureDevice.wasDisconnectedNotification }
  /// The older spelling of `AVCaptureDevice.subjectAreaDidChangeNotification`.
  public static var AVCaptureDeviceSubjectAreaDidChange: Self { CaptureDevice.subjectAreaDidChangeNotification }
}
