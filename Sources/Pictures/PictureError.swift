package import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// An error of reading, decoding or writing a picture.
public typealias PictureError = DomainError<PictureErrorDomain>

/// The domain of ``PictureError``.
public enum PictureErrorDomain {}

extension PictureError.Code {
  /// The file cannot be opened.
  public static var cannotOpen: Self { Self("cannotOpen") }
  /// The file is open, but cannot be read.
  public static var cannotRead: Self { Self("cannotRead") }
  /// The file has no bytes.
  public static var empty: Self { Self("empty") }
  /// The bytes are not a picture in a known format.
  public static var unknownFormat: Self { Self("unknownFormat", hint: toKnownFormat) }
  /// The bytes are a picture in the named format, which is not supported.
  public static func unsupportedFormat(_ format: String) -> Self {
    Self("unsupportedFormat", detail: format, hint: toKnownFormat)
  }
  /// The name of the unsupported format; nil except for ``unsupportedFormat(_:)``.
  public var unsupportedFormat: String? { detail }
  /// The data ends before the picture does.
  public static var truncated: Self { Self("truncated", hint: "get a complete copy of the file") }
  /// The data is damaged.
  public static var corrupt: Self { Self("corrupt", hint: "get another copy of the file") }
  /// The picture has more bytes or pixels than the limits allow.
  public static var tooLarge: Self { Self("tooLarge", hint: "make the picture smaller, or raise the limit") }
  /// The system has not enough memory.
  public static var outOfMemory: Self { Self("outOfMemory", hint: "free memory, or work on smaller pictures") }
  /// The picture cannot be converted to or from the pixel format.
  public static var unsupportedConversion: Self { Self("unsupportedConversion") }
  /// The file cannot be written.
  public static var cannotWrite: Self { Self("cannotWrite") }
  /// The library for this format is not installed or lacks a feature.
  public static var libraryMissing: Self { Self("libraryMissing", hint: toKnownFormat) }
  /// The file is encrypted and needs a password.
  public static var locked: Self { Self("locked", hint: "save it without a password") }
  /// The file has no page of this number.
  public static var noSuchPage: Self { Self("noSuchPage") }
  /// The work used up its processor time; see `WorkLimit`.
  public static var deadlineExceeded: Self { Self("deadlineExceeded") }
  /// The work was cancelled; see `WorkLimit`.
  public static var cancelled: Self { Self("cancelled") }
  /// An option is out of its range.
  public static var invalidOption: Self { Self("invalidOption") }
}

private let toKnownFormat = "convert it to PNG or JPEG"

extension PictureError {
  /// Creates the error of work that reached a limit.
  package init(_ error: WorkLimitError, subject: String) {
    self.init(error.code == .cancelled ? .cancelled : .deadlineExceeded, subject: subject, error)
  }

  /// Throws if the current work was cancelled or has used up its processor time.
  package static func checkLimits(of subject: String) throws(PictureError) {
    do throws(WorkLimitError) { try WorkLimit.check() } catch { throw PictureError(error, subject: subject) }
  }

  /// Returns the error of a decoder that stopped early because of a work limit.
  package static func stopped(_ subject: String) -> PictureError {
    do throws(PictureError) { try checkLimits(of: subject) } catch { return error }
    return PictureError(.cancelled, subject: subject, reason: "the work was cancelled")
  }

  /// Creates the error of a buffer that could not be created.
  package init(_ error: MediaError, subject: String) {
    switch error.code {
    case .outOfMemory:
      self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    case .invalidDimensions: self.init(.tooLarge, subject: subject, error)
    default: self.init(.unsupportedConversion, subject: subject, error)
    }
  }
}
