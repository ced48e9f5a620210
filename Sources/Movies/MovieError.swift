public import OpenCaptureSystem

/// What went wrong with a movie: with its file, its data, or what was asked of it.
public struct MovieError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension MovieError.Code {
  /// FFmpeg's libraries, or one of them, are not installed.
  public static let engineMissing = Self("engineMissing")
  /// The file can't be opened.
  public static let cannotOpen = Self("cannotOpen")
  /// The file is open, but can't be read.
  public static let cannotRead = Self("cannotRead")
  /// The bytes are not those of any movie that FFmpeg knows.
  public static let unknownFormat = Self("unknownFormat")
  /// A kind of file that leads to other files or to the network, a playlist for instance, or that hardly any movie is
  /// in: nothing of it is opened.
  public static let refusedFormat = Self("refusedFormat")
  /// There is no moving picture in the file: it is sound alone, or text.
  public static let noVideo = Self("noVideo")
  /// There is no sound in the file.
  public static let noAudio = Self("noAudio")
  /// A codec that the installed FFmpeg can't decode.
  public static let unsupportedCodec = Self(
    "unsupportedCodec", remedy: "convert it to H.264, for instance with ffmpeg -i IN -c:v libx264 OUT.mp4")
  /// The movie is encrypted, and nothing here has the key.
  public static let encrypted = Self("encrypted", remedy: "get a copy without encryption (DRM)")
  /// The data ends before the movie does.
  public static let truncated = Self(
    "truncated", remedy: "get the whole file again; what could be read was delivered")
  /// The data is damaged.
  public static let corrupt = Self(
    "corrupt", remedy: "get the file again from where it came; what could be read was delivered")
  /// More pixels than the limit allows.
  public static let tooLarge = Self("tooLarge", remedy: "make the pictures smaller, or raise the limit")
  /// There is no camera at an address on the network, or it ended the connection.
  public static let unreachable = Self("unreachable")
  /// A camera on the network wants a name and a password, or others.
  public static let unauthorized = Self("unauthorized")
  /// Nothing came from the network in time.
  public static let silent = Self("silent")
  /// The system gave no memory.
  public static let outOfMemory = Self("outOfMemory", remedy: "free memory, or work on smaller pictures")
  /// Reading was cancelled.
  public static let cancelled = Self("cancelled")
  /// It took all the processor time that it could have; see `WorkLimit`.
  public static let deadlineExceeded = Self("deadlineExceeded")
  /// There is no place in the movie that can be gone to.
  public static let cannotSeek = Self("cannotSeek")
  /// Pixels that FFmpeg can't convert.
  public static let unsupportedConversion = Self("unsupportedConversion")
  /// The file is there already, and was not to be replaced.
  public static let fileExists = Self("fileExists", remedy: "choose another name, or ask for it to be replaced")
  /// The file can't be written.
  public static let cannotWrite = Self("cannotWrite")
  /// None of the encoders that would do is there, or takes what was asked.
  public static let noEncoder = Self("noEncoder")
  /// An option that is out of its range, or that the container can't have.
  public static let invalidOption = Self("invalidOption")
  /// A frame whose time or size doesn't fit the movie that it was to be appended to.
  public static let invalidFrame = Self("invalidFrame")
  /// Nothing was appended to a file that was to be written.
  public static let nothingAppended = Self("nothingAppended")
}
