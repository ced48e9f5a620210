package import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// An error of reading, decoding or writing a picture.
public struct PictureError: DescribedError {
  /// The code, subject, reason and hint of the error.
  public let facts: ErrorDetails<Code>

  /// Creates an error from its facts.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name of the declared constant.
    public let name: String
    /// The name of the unsupported format; nil except for ``unsupportedFormat(_:)``.
    public let unsupportedFormat: String?
    /// A hint for the user; nil if no general one exists.
    public let hint: String?

    /// Creates a kind of failure, for a declaration in an extension.
    public init(_ name: String, hint: String? = nil) { self.init(name, unsupportedFormat: nil, hint: hint) }

    fileprivate init(_ name: String, unsupportedFormat: String?, hint: String?) {
      self.name = name
      self.unsupportedFormat = unsupportedFormat
      self.hint = hint
    }

    /// The name, followed by the unsupported format if the code has one.
    public var description: String { unsupportedFormat.map { "\(name)(\($0))" } ?? name }
  }
}

extension PictureError.Code {
  /// The file cannot be opened.
  public static let cannotOpen = Self("cannotOpen")
  /// The file is open, but cannot be read.
  public static let cannotRead = Self("cannotRead")
  /// The file has no bytes.
  public static let empty = Self("empty")
  /// The bytes are not a picture in a known format.
  public static let unknownFormat = Self("unknownFormat", hint: toKnownFormat)
  /// The bytes are a picture in the named format, which is not supported.
  public static func unsupportedFormat(_ format: String) -> Self {
    Self("unsupportedFormat", unsupportedFormat: format, hint: toKnownFormat)
  }
  /// The data ends before the picture does.
  public static let truncated = Self("truncated", hint: "get a complete copy of the file")
  /// The data is damaged.
  public static let corrupt = Self("corrupt", hint: "get another copy of the file")
  /// The picture has more bytes or pixels than the limits allow.
  public static let tooLarge = Self("tooLarge", hint: "make the picture smaller, or raise the limit")
  /// The system has not enough memory.
  public static let outOfMemory = Self("outOfMemory", hint: "free memory, or work on smaller pictures")
  /// The picture cannot be converted to or from the pixel format.
  public static let unsupportedConversion = Self("unsupportedConversion")
  /// The file cannot be written.
  public static let cannotWrite = Self("cannotWrite")
  /// The library for this format is not installed or lacks a feature.
  public static let libraryMissing = Self("libraryMissing", hint: toKnownFormat)
  /// The file is encrypted and needs a password.
  public static let locked = Self("locked", hint: "save it without a password")
  /// The file has no page of this number.
  public static let noSuchPage = Self("noSuchPage")
  /// The work used up its processor time; see `WorkLimit`.
  public static let deadlineExceeded = Self("deadlineExceeded")
  /// The work was cancelled; see `WorkLimit`.
  public static let cancelled = Self("cancelled")
  /// An option is out of its range.
  public static let invalidOption = Self("invalidOption")

  private static let toKnownFormat = "convert it to PNG or JPEG"
}

extension PictureError {
  /// Creates the error of work that reached a limit.
  package init(_ error: WorkLimitError, subject: String) {
    self.init(error.code == .cancelled ? .cancelled : .deadlineExceeded, subject: subject, error)
  }

  /// Checks the limits of the current work.
  ///
  /// - Throws: ``PictureError`` if the work was cancelled or has used up its processor time.
  package static func checkLimits(of subject: String) throws(PictureError) {
    do throws(WorkLimitError) { try WorkLimit.check() } catch { throw PictureError(error, subject: subject) }
  }
}

extension DecodingTask {
  /// Returns the error of a decoder that stopped early because of a work limit.
  func stopped() -> PictureError {
    do throws(PictureError) { try PictureError.checkLimits(of: name) } catch { return error }
    return PictureError(.cancelled, subject: name, reason: "the work was cancelled")
  }
}

extension PictureError {
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
