public import CoreMedia

/// The domain of errors of requests.
public let VNErrorDomain = "com.apple.vis"

/// What kinds of failure requests have, by Vision's numbers.
///
/// Those that say of models, compute devices, time stamps and time limits, nothing here ends with: there are none. Code
/// that switches over them compiles.
public enum VNErrorCode: Int, Sendable, Hashable {
  /// Training failed for a picture or what should be done to it.
  case turiCoreErrorCode = -1
  /// Nothing failed.
  case ok = 0
  /// Somebody cancelled the request.
  case requestCancelled = 1
  /// The picture's format can't be read.
  case invalidFormat = 2
  /// The engine failed.
  case operationFailed = 3
  /// The region of interest isn't inside of the picture.
  case outOfBoundsError = 4
  /// An option is out of its range.
  case invalidOption = 5
  /// The file can't be read.
  case ioError = 6
  /// An option is missing.
  case missingOption = 7
  /// That can't be done here.
  case notImplemented = 8
  /// Something is wrong with Vision.
  case internalError = 9
  /// There is no memory.
  case outOfMemory = 10
  /// Nobody knows what is wrong.
  case unknownError = 11
  /// That can't be done now.
  case invalidOperation = 12
  /// There is no picture.
  case invalidImage = 13
  /// What was given can't be.
  case invalidArgument = 14
  /// The request can't use the model.
  case invalidModel = 15
  /// There is no such revision of the request.
  case unsupportedRevision = 16
  /// What finds things can't be loaded.
  case dataUnavailable = 17
  /// There is no picture of that time.
  case timeStampNotFound = 18
  /// The request is none that there is here.
  case unsupportedRequest = 19
  /// It took too long.
  case timeout = 20
  /// The request has no such stage.
  case unsupportedComputeStage = 21
  /// The request can't be computed on that device.
  case unsupportedComputeDevice = 22

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Nothing failed, as Vision spells it.
  public static let OK = ok
}

/// Why a request failed.
///
/// As an `NSError`, it is of ``VNErrorDomain``, and its code is the number of ``VNErrorCode``.
public struct VNError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The kind of failure.
  public let code: VNErrorCode

  /// What failed, on what, why, and what helps.
  public let description: String

  init(_ code: VNErrorCode, _ description: String) { (self.code, self.description) = (code, description) }

  /// As ``description``.
  public var errorDescription: String? { description }

  /// ``VNErrorDomain``.
  public static var errorDomain: String { VNErrorDomain }

  /// The number of the kind of failure.
  public var errorCode: Int { code.rawValue }

  /// ``description``, under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
