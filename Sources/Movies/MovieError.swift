/// What went wrong with a movie: with its file, its data, or what was asked of it.
public struct MovieError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// FFmpeg's libraries, or one of them, are not installed.
    case engineMissing
    /// The file can't be opened.
    case cannotOpen
    /// The file is open, but can't be read.
    case cannotRead
    /// The bytes are not those of any movie that FFmpeg knows.
    case unknownFormat
    /// A kind of file that leads to other files or to the network, a playlist for instance, or that hardly any movie is
    /// in: nothing of it is opened.
    case refusedFormat
    /// There is no moving picture in the file: it is sound alone, or text.
    case noVideo
    /// A codec that the installed FFmpeg can't decode.
    case unsupportedCodec
    /// The data ends before the movie does.
    case truncated
    /// The data is damaged.
    case corrupt
    /// More pixels than the limit allows.
    case tooLarge
    /// The system gave no memory.
    case outOfMemory
    /// Reading was cancelled.
    case cancelled
    /// There is no place in the movie that can be gone to.
    case cannotSeek
    /// Pixels that FFmpeg can't convert.
    case unsupportedConversion
    /// The file is there already, and was not to be replaced.
    case fileExists
    /// The file can't be written.
    case cannotWrite
    /// None of the encoders that would do is there, or takes what was asked.
    case noEncoder
    /// An option that is out of its range, or that the container can't have.
    case invalidOption
    /// A frame whose time or size doesn't fit the movie that it was to be appended to.
    case invalidFrame
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

extension MovieError.Code {
  fileprivate var remedy: String? {
    switch self {
    case .unsupportedCodec: "convert it to H.264, for instance with ffmpeg -i IN -c:v libx264 OUT.mp4"
    case .truncated: "get the whole file again; what could be read was delivered"
    case .corrupt: "get the file again from where it came; what could be read was delivered"
    case .tooLarge: "make the pictures smaller, or raise the limit"
    case .outOfMemory: "free memory, or work on smaller pictures"
    case .fileExists: "choose another name, or ask for it to be replaced"
    case .engineMissing, .cannotOpen, .cannotRead, .unknownFormat, .refusedFormat, .noVideo, .cancelled,
      .cannotSeek, .unsupportedConversion, .cannotWrite, .noEncoder, .invalidOption, .invalidFrame:
      nil
    }
  }
}

extension MovieError: CustomStringConvertible {
  /// Subject, reason and remedy in one line.
  public var description: String { Self.line("\(subject): \(reasonAndRemedy)") }

  /// What is wrong and what to do, for a line that names the movie already.
  public var reasonAndRemedy: String { Self.line(reason + (remedy.map { "; \($0)" } ?? "")) }

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "?" : $0 }))
  }
}
