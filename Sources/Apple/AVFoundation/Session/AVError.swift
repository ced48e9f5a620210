public import Foundation
public import OpenCaptureFlow
import OpenCaptureSession

/// What went wrong; ours, under Apple's name.
///
/// It bridges to `NSError` as every Swift error does: a `catch` or an `as? AVError` gets it, and its `code` is compared
/// with Apple's names.
public typealias AVError = CaptureError

/// The domain of errors that Apple's systems give numbers.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

extension CaptureError.Code {
  /// Nobody knows what.
  public static let unknown = Self("unknown")
  /// The device isn't plugged in.
  public static var deviceNotConnected: Self { .deviceDisconnected }
  /// The device was unplugged.
  public static var deviceWasDisconnected: Self { .deviceDisconnected }
  /// Another session streams from the device.
  public static var deviceAlreadyUsedByAnotherSession: Self { .deviceInUse }
  /// Another program streams from the device.
  public static var deviceInUseByAnotherApplication: Self { .deviceInUse }
  /// Somebody else changes the device.
  public static var deviceLockedForConfigurationByAnotherProcess: Self { .lockedForConfiguration }
  /// The person doesn't let the program see.
  public static var applicationIsNotAuthorizedToUseDevice: Self { .notAuthorized }
  /// The person doesn't let the program see.
  public static var applicationIsNotAuthorized: Self { .notAuthorized }
  /// The session isn't as outputs need it.
  public static var sessionConfigurationChanged: Self { .invalidConfiguration }
  /// The program is in the background; this doesn't happen here.
  public static let deviceIsNotAvailableInBackground = Self("deviceIsNotAvailableInBackground")
  /// A movie can't be used so; this doesn't happen here.
  public static let operationNotSupportedForAsset = Self("operationNotSupportedForAsset")
  /// The system's service for media began anew; there is none, so this never comes.
  public static let mediaServicesWereReset = Self("mediaServicesWereReset")
  /// There is no memory.
  public static var outOfMemoryError: Self { .outOfMemory }
}

/// Under which key a recording's error says whether the file is whole all the same: a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

extension CaptureError: CustomNSError {
  /// ``AVFoundationErrorDomain``.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// What is known besides, under ``AVErrorRecordingSuccessfullyFinishedKey`` for recordings.
  public var errorUserInfo: [String: Any] {
    [
      AVErrorRecordingSuccessfullyFinishedKey: recordingSuccessfullyFinished,
      NSLocalizedDescriptionKey: description,
    ]
  }
}
