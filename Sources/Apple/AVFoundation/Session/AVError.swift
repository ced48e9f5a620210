public import CoreMedia
public import OpenCaptureFlow
import OpenCaptureRecording
public import OpenCaptureSession

/// An error; an alias of `CaptureError`.
///
/// As an `NSError` its domain is ``AVFoundationErrorDomain``, and its code is that of Apple's headers.
public typealias AVError = CaptureError

/// The error domain of AVFoundation.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The key of the device that failed, an ``AVCaptureDevice``.
public let AVErrorDeviceKey = CaptureErrorKey.device
/// The key of the duration of a recording that reached a limit, a `CMTime`.
public let AVErrorTimeKey = CaptureErrorKey.time
/// The key of the number of bytes of a recording that reached a limit, an `NSNumber`.
public let AVErrorFileSizeKey = CaptureErrorKey.fileSize
/// The key of the process that uses the device; never used here, the description names the program.
public let AVErrorPIDKey = "AVErrorPIDKey"
/// The key of whether the file of a failed recording is complete, an `NSNumber`.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// The key of a media type; never used here.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of media subtypes; never used here.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The key of a presentation time; never used here.
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
/// The key of the number of a track; never used here.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// The key of a file type; never used here.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"
/// The key of the flags of a discontinuity; never used here.
public let AVErrorDiscontinuityFlagsKey = "AVErrorDiscontinuityFlagsKey"

extension CaptureError: CustomNSError, LocalizedError {
  /// Creates an error with a code.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - userInfo: The user info. Foundation's keys of descriptions replace the texts of the error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    let text = userInfo[NSLocalizedFailureReasonErrorKey] ?? userInfo[NSLocalizedDescriptionKey]
    self.init(
      code, subject: "", reason: text as? String ?? "the operation failed (\(code))",
      hint: userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String)
    details.values = userInfo
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Creates the error for an `NSError` of AVFoundation; an error of another domain becomes the underlying error.
  public init(_nsError error: NSError) {
    guard error.domain == AVFoundationErrorDomain, let code = Code(rawValue: error.code) else {
      self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
      return
    }
    self.init(code, userInfo: error.userInfo)
  }

  /// The domain, ``AVFoundationErrorDomain``.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The same as ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }

  /// The values that are known of the failure, and its description, reason and hint under Foundation's keys.
  public var userInfo: [String: Any] {
    var texts: [String: Any] = [NSLocalizedDescriptionKey: description]
    texts[NSLocalizedFailureReasonErrorKey] = reason
    texts[NSLocalizedRecoverySuggestionErrorKey] = hint
    var userInfo = texts.merging(details.values) { $1 }
    // An object can be cast to all types of numbers.
    if let size = userInfo[AVErrorFileSizeKey] as? Int64 { userInfo[AVErrorFileSizeKey] = NSNumber(value: size) }
    return userInfo
  }

  /// The description in ``userInfo``: subject, reason and hint.
  public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }

  /// The cause of the failure.
  public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }

  /// An action that resolves the failure; nil if no general one is known.
  public var recoverySuggestion: String? { userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }

  /// The device that failed; nil if unknown.
  public var device: AVCaptureDevice? { details.values[AVErrorDeviceKey] as? AVCaptureDevice }

  /// The duration of a recording that reached a limit; nil for other errors.
  public var time: CMTime? { details.values[AVErrorTimeKey] as? CMTime }

  /// The number of bytes of a recording that reached a limit; nil for other errors.
  public var fileSize: Int64? { details.values.integer(AVErrorFileSizeKey).map { Int64($0) } }

  /// The process that uses the device; nil unless the user info given to the initializer has one.
  public var processID: Int? { details.values.integer(AVErrorPIDKey) }

  /// The media type; nil unless the user info given to the initializer has one.
  public var mediaType: AVMediaType? { details.values[AVErrorMediaTypeKey] as? AVMediaType }

  /// The media subtypes; nil unless the user info given to the initializer has some.
  public var mediaSubtypes: [Int]? { details.values[AVErrorMediaSubTypeKey] as? [Int] }

  /// The presentation time; nil unless the user info given to the initializer has one.
  public var presentationTimeStamp: CMTime? { details.values[AVErrorPresentationTimeStampKey] as? CMTime }

  /// The number of the track; nil unless the user info given to the initializer has one.
  public var persistentTrackID: CMPersistentTrackID? {
    details.values[AVErrorPersistentTrackIDKey] as? CMPersistentTrackID
  }

  /// The file type; nil unless the user info given to the initializer has one.
  public var fileType: AVFileType? { details.values[AVErrorFileTypeKey] as? AVFileType }
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

// Makes `as? NSError` work on values of type `Any`, such as those of a notification's user info.
extension CaptureError: _ObjectiveCBridgeable {
  // swift-format-ignore: NoLeadingUnderscores
  /// Returns the error as an `NSError`.
  public func _bridgeToObjectiveC() -> NSError {
    NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Creates the error for an `NSError`.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CaptureError?) {
    result = CaptureError(_nsError: source)
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Creates the error for an `NSError` of AVFoundation, and returns whether it is one.
  @discardableResult
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CaptureError?) -> Bool {
    guard source.domain == AVFoundationErrorDomain else { return false }
    result = CaptureError(_nsError: source)
    return true
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// Creates the error for an `NSError`.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CaptureError {
    source.map { CaptureError(_nsError: $0) } ?? CaptureError(Code.unknown)
  }
}
