/// What went wrong with a picture: with its file, its data, or what was asked of it.
public struct PictureError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// The file can't be opened.
    case cannotOpen
    /// The file is open, but can't be read.
    case cannotRead
    /// There are no bytes.
    case empty
    /// The bytes are not those of any picture that is known here.
    case unknownFormat
    /// The bytes are a picture in a format of this name, which isn't read here.
    case unsupportedFormat(String)
    /// The data ends before the picture does.
    case truncated
    /// The data is damaged.
    case corrupt
    /// More bytes or pixels than the limits allow.
    case tooLarge
    /// The system gave no memory.
    case outOfMemory
    /// A pixel format that this picture can't be read to or written from.
    case unsupportedConversion
    /// The file can't be written.
    case cannotWrite
    /// An option that is out of its range.
    case invalidOption
  }

  /// The kind of failure.
  public let code: Code
  /// The file it happened to, or what the caller calls the data.
  public let subject: String
  /// The number of the system's error; nil where the system had no part in it.
  public let errno: Int32?
  /// What is wrong.
  public let reason: String
  /// What the person can do about it; nil where nothing general is known.
  public let remedy: String?

  /// Makes an error of a kind, about a subject.
  ///
  /// - Parameters:
  ///   - code: The kind.
  ///   - subject: The file, or what the caller calls the data.
  ///   - errno: The number of the system's error.
  ///   - reason: What is wrong.
  ///   - remedy: What the person can do about it; by default what helps against this kind.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, remedy: String? = nil) {
    (self.code, self.subject, self.errno, self.reason) = (code, subject, errno, reason)
    self.remedy = remedy ?? code.remedy
  }
}

extension PictureError.Code {
  fileprivate var remedy: String? {
    switch self {
    case .unknownFormat, .unsupportedFormat: "convert it to PNG or JPEG"
    case .truncated: "get the whole file again"
    case .corrupt: "get the file again from where it came"
    case .tooLarge: "make the picture smaller, or raise the limit"
    case .outOfMemory: "free memory, or work on smaller pictures"
    case .cannotOpen, .cannotRead, .cannotWrite, .empty, .unsupportedConversion, .invalidOption: nil
    }
  }
}

extension PictureError: CustomStringConvertible {
  /// Subject, reason and remedy in one line, such as `a.webp: WebP pictures are not supported yet; convert it
  /// to …`.
  public var description: String {
    let text = "\(subject): \(reason)" + (remedy.map { "; \($0)" } ?? "")
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "?" : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }
}
