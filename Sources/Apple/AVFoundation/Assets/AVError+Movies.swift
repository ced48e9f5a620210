import Glibc
import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureRecording
import OpenCaptureSession

extension CaptureError.Code {
  /// A file in a format that isn't known.
  public static let fileFormatNotRecognized = Self("fileFormatNotRecognized")
  /// A file that is damaged, or ends early.
  public static let fileFailedToParse = Self("fileFailedToParse")
  /// A file that has none of what was asked for, or can't be read.
  public static let invalidSourceMedia = Self("invalidSourceMedia")
  /// What can't be decoded.
  public static let decodeFailed = Self("decodeFailed")
  /// A codec that nothing here decodes.
  public static let decoderNotFound = Self("decoderNotFound")
  /// A codec, or a way to use it, that nothing here encodes.
  public static let encoderNotFound = Self("encoderNotFound")
  /// There is no picture at that time.
  public static let noImageAtTime = Self("noImageAtTime")
  /// It was cancelled.
  public static let operationCancelled = Self("operationCancelled")
}

extension CaptureError {
  /// Why a file can't be read.
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

  /// Why a file can't be written.
  init(writing error: MovieError) {
    switch error.code {
    case .noEncoder, .engineMissing: self.init(.encoderNotFound, subject: error.subject, error)
    case .nothingAppended: self.init(.noDataCaptured, subject: error.subject, error)
    case .outOfMemory: self.init(.outOfMemory, subject: error.subject, error)
    default: self.init(error)
    }
  }
}
