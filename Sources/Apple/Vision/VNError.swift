public import CoreMedia
import OpenCaptureFaces
import OpenCapturePictures

/// The domain of request errors.
public let VNErrorDomain = "com.apple.vis"

/// The codes of Vision's errors.
///
/// Some codes are never used here: those for models, compute devices, time stamps and timeouts. They exist so that
/// code that switches over all codes compiles.
public enum VNErrorCode: Int, Sendable, Hashable {
  /// Training a model failed.
  case turiCoreErrorCode = -1
  /// No error.
  case ok = 0
  /// The request was cancelled.
  case requestCancelled = 1
  /// The image format is not supported.
  case invalidFormat = 2
  /// The detection failed.
  case operationFailed = 3
  /// The region of interest exceeds the image.
  case outOfBoundsError = 4
  /// An option is out of range.
  case invalidOption = 5
  /// The file cannot be read.
  case ioError = 6
  /// An option is missing.
  case missingOption = 7
  /// The operation is not implemented.
  case notImplemented = 8
  /// An internal error of Vision.
  case internalError = 9
  /// The memory could not be allocated.
  case outOfMemory = 10
  /// An unknown error.
  case unknownError = 11
  /// The operation is not possible in the current state.
  case invalidOperation = 12
  /// The image is missing or damaged.
  case invalidImage = 13
  /// An argument is invalid.
  case invalidArgument = 14
  /// The model is not valid for the request.
  case invalidModel = 15
  /// The revision of the request does not exist.
  case unsupportedRevision = 16
  /// The detection data cannot be loaded.
  case dataUnavailable = 17
  /// No image with this time exists.
  case timeStampNotFound = 18
  /// The request is not supported.
  case unsupportedRequest = 19
  /// The request timed out.
  case timeout = 20
  /// The compute stage is not supported.
  case unsupportedComputeStage = 21
  /// The compute device is not supported.
  case unsupportedComputeDevice = 22

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// No error, in Vision's spelling.
  public static let OK = ok
}

/// An error of a request.
///
/// As an `NSError` its domain is ``VNErrorDomain``, and its code is that of ``VNErrorCode``.
public struct VNError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The error code.
  public let code: VNErrorCode

  /// The failed operation, its subject, the reason and a hint.
  public let description: String

  init(_ code: VNErrorCode, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The domain, ``VNErrorDomain``.
  public static var errorDomain: String { VNErrorDomain }

  /// The number of the error code.
  public var errorCode: Int { code.rawValue }

  /// The user info, with ``description`` for `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  /// Creates the Vision error for an error of a lower layer.
  init(_ error: any Error) {
    switch error {
    case let error as VNError: self = error
    case let error as PictureError: self.init(Self.code(of: error.code), "\(error)")
    case let error as FaceError:
      let isDataMissing = error.code == .cascadeNotFound || error.code == .cascadeUnusable
      self.init(isDataMissing ? .dataUnavailable : .operationFailed, "\(error)")
    case let error as MediaError: self.init(error.code == .outOfMemory ? .outOfMemory : .invalidImage, "\(error)")
    default: self.init(.operationFailed, "\(error)")
    }
  }

  private static func code(of code: PictureError.Code) -> VNErrorCode {
    switch code {
    case .cannotOpen, .cannotRead: .ioError
    case .unknownFormat, .empty: .invalidFormat
    case .outOfMemory: .outOfMemory
    default: code.unsupportedFormat == nil ? .invalidImage : .invalidFormat
    }
  }
}
