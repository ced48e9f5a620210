public import OpenCaptureSystem

/// What went wrong with a picture: with its file, its data, or what was asked of it.
public struct PictureError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// The format that isn't read here, where that is the failure: see ``unsupportedFormat(_:)``.
    public let unsupportedFormat: String?
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { self.init(name, unsupportedFormat: nil, remedy: remedy) }

    fileprivate init(_ name: String, unsupportedFormat: String?, remedy: String?) {
      (self.name, self.unsupportedFormat, self.remedy) = (name, unsupportedFormat, remedy)
    }

    /// The name, and that of the format.
    public var description: String { unsupportedFormat.map { "\(name)(\($0))" } ?? name }
  }
}

extension PictureError.Code {
  /// The file can't be opened.
  public static let cannotOpen = Self("cannotOpen")
  /// The file is open, but can't be read.
  public static let cannotRead = Self("cannotRead")
  /// There are no bytes.
  public static let empty = Self("empty")
  /// The bytes are not those of any picture that is known here.
  public static let unknownFormat = Self("unknownFormat", remedy: toKnownFormat)
  /// The bytes are a picture in a format of this name, which isn't read here.
  public static func unsupportedFormat(_ format: String) -> Self {
    Self("unsupportedFormat", unsupportedFormat: format, remedy: toKnownFormat)
  }
  /// The data ends before the picture does.
  public static let truncated = Self("truncated", remedy: "get the whole file again")
  /// The data is damaged.
  public static let corrupt = Self("corrupt", remedy: "get the file again from where it came")
  /// More bytes or pixels than the limits allow.
  public static let tooLarge = Self("tooLarge", remedy: "make the picture smaller, or raise the limit")
  /// The system gave no memory.
  public static let outOfMemory = Self("outOfMemory", remedy: "free memory, or work on smaller pictures")
  /// A pixel format that this picture can't be read to or written from.
  public static let unsupportedConversion = Self("unsupportedConversion")
  /// The file can't be written.
  public static let cannotWrite = Self("cannotWrite")
  /// A library that reads this format isn't installed, or lacks what it needs.
  public static let libraryMissing = Self("libraryMissing", remedy: toKnownFormat)
  /// A password is needed to read it.
  public static let locked = Self("locked", remedy: "save it without a password")
  /// A page that the file doesn't have.
  public static let noSuchPage = Self("noSuchPage")
  /// It took all the processor time that it could have; see `WorkLimit`.
  public static let deadlineExceeded = Self("deadlineExceeded")
  /// The work on it was cancelled; see `WorkLimit`.
  public static let cancelled = Self("cancelled")
  /// An option that is out of its range.
  public static let invalidOption = Self("invalidOption")

  private static let toKnownFormat = "convert it to PNG or JPEG"
}
