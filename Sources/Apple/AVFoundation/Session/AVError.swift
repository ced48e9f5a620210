public import Foundation
public import OpenCaptureFlow
import OpenCaptureRecording
import OpenCaptureSession

/// An error; an alias of `CaptureError`.
///
/// It bridges to `NSError` like every Swift error. Use `catch` or `as? AVError`, and compare `code` with Apple's
/// names.
public typealias AVError = CaptureError

/// The error domain of AVFoundation.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

extension CaptureError.Code {
  /// The reason is unknown.
  public static var unknown: Self { Self("unknown") }
  /// The device is not connected.
  public static var deviceNotConnected: Self { .deviceDisconnected }
  /// The device was disconnected.
  public static var deviceWasDisconnected: Self { .deviceDisconnected }
  /// Another session is using the device.
  public static var deviceAlreadyUsedByAnotherSession: Self { .deviceInUse }
  /// Another program is using the device.
  public static var deviceInUseByAnotherApplication: Self { .deviceInUse }
  /// Another program has locked the device for configuration.
  public static var deviceLockedForConfigurationByAnotherProcess: Self { .lockedForConfiguration }
  /// The program is not authorized to use the device.
  public static var applicationIsNotAuthorizedToUseDevice: Self { .notAuthorized }
  /// The program is not authorized.
  public static var applicationIsNotAuthorized: Self { .notAuthorized }
  /// The session's configuration does not suit its outputs.
  public static var sessionConfigurationChanged: Self { .invalidConfiguration }
  /// The program is in the background; never used here.
  public static var deviceIsNotAvailableInBackground: Self { Self("deviceIsNotAvailableInBackground") }
  /// The asset does not support the operation; never used here.
  public static var operationNotSupportedForAsset: Self { Self("operationNotSupportedForAsset") }
  /// The media services were reset; never used here.
  public static var mediaServicesWereReset: Self { Self("mediaServicesWereReset") }
  /// The memory could not be allocated.
  public static var outOfMemoryError: Self { .outOfMemory }
  /// The file format is unknown.
  public static var fileFormatNotRecognized: Self { Self("fileFormatNotRecognized") }
  /// The file is damaged or truncated.
  public static var fileFailedToParse: Self { Self("fileFailedToParse") }
  /// The file cannot be read, or does not contain the requested media.
  public static var invalidSourceMedia: Self { Self("invalidSourceMedia") }
  /// The media cannot be decoded.
  public static var decodeFailed: Self { Self("decodeFailed") }
  /// No decoder supports the codec.
  public static var decoderNotFound: Self { Self("decoderNotFound") }
  /// No encoder supports the codec or its settings.
  public static var encoderNotFound: Self { Self("encoderNotFound") }
  /// No image exists at the requested time.
  public static var noImageAtTime: Self { Self("noImageAtTime") }
  /// The operation was cancelled.
  public static var operationCancelled: Self { Self("operationCancelled") }
}

/// The key of whether the file of a failed recording is complete: a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

extension CaptureError: CustomNSError {
  /// The domain, ``AVFoundationErrorDomain``.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// The user info, with ``AVErrorRecordingSuccessfullyFinishedKey`` and the description.
  public var errorUserInfo: [String: Any] {
    [
      AVErrorRecordingSuccessfullyFinishedKey: recordingSuccessfullyFinished,
      NSLocalizedDescriptionKey: description,
    ]
  }
}

extension CaptureError {
  /// Creates the error for a failure to read a file.
  init(reading error: MovieError) {
    let code: Code =
      switch error.code {
      case .unknownFormat, .refusedFormat: .fileFormatNotRecognized
      case .truncated, .corrupt: .fileFailedToParse
      case .unsupportedCodec, .engineMissing: .decoderNotFound
      case .unsupportedConversion: .decodeFailed
      case .outOfMemory: .outOfMemory
      case .cannotSeek: .noImageAtTime
      case .cancelled: .operationCancelled
      default: .invalidSourceMedia
      }
    self.init(code, subject: error.subject, error)
  }

  /// Creates the error for a failure to write a file.
  init(writing error: MovieError) {
    switch error.code {
    case .noEncoder, .engineMissing: self.init(.encoderNotFound, subject: error.subject, error)
    case .nothingAppended: self.init(.noDataCaptured, subject: error.subject, error)
    case .outOfMemory: self.init(.outOfMemory, subject: error.subject, error)
    default: self.init(error)
    }
  }
}
