public import OpenCaptureSystem

/// A failure to read or write a movie, or to read one of its options.
public struct MovieError: DescribedError {
  /// The code, subject, reason and hint of the error.
  public let facts: ErrorDetails<Code>

  /// Creates an error from its facts.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name of the code's declaration.
    public let name: String
    /// A hint for the user; nil if no general advice exists.
    public let hint: String?

    /// Creates a kind of failure, to be declared in an extension.
    public init(_ name: String, hint: String? = nil) {
      self.name = name
      self.hint = hint
    }
  }
}

extension MovieError.Code {
  /// One or all of FFmpeg's libraries are not installed.
  public static let engineMissing = Self("engineMissing")
  /// The file can't be opened.
  public static let cannotOpen = Self("cannotOpen")
  /// The file is open, but cannot be read.
  public static let cannotRead = Self("cannotRead")
  /// The data is not in a movie format that FFmpeg knows.
  public static let unknownFormat = Self("unknownFormat")
  /// A file format that this library refuses to read.
  ///
  /// Such a file refers to other files or to the network (a playlist, for example), or its format is rare.
  public static let refusedFormat = Self("refusedFormat")
  /// The file contains no video track, only audio or text.
  public static let noVideo = Self("noVideo")
  /// The file contains no audio track.
  public static let noAudio = Self("noAudio")
  /// The installed FFmpeg has no decoder for the codec.
  public static let unsupportedCodec = Self(
    "unsupportedCodec", hint: "convert it to H.264, for instance with ffmpeg -i IN -c:v libx264 OUT.mp4")
  /// The movie is encrypted, and no key is available.
  public static let encrypted = Self("encrypted", hint: "get a copy without encryption (DRM)")
  /// The data ends before the end of the movie.
  public static let truncated = Self(
    "truncated", hint: "get the complete file again; the frames before the damage were delivered")
  /// The data is damaged.
  public static let corrupt = Self(
    "corrupt", hint: "get the file again from its source; the readable frames were delivered")
  /// The frames have more pixels than the limit allows.
  public static let tooLarge = Self("tooLarge", hint: "use smaller frames, or raise the limit")
  /// No network camera responds at the address, or the camera closed the connection.
  public static let unreachable = Self("unreachable")
  /// A network camera rejected the name and password, or requires them.
  public static let unauthorized = Self("unauthorized")
  /// No data arrived from the network before the timeout.
  public static let silent = Self("silent")
  /// A memory allocation failed.
  public static let outOfMemory = Self("outOfMemory", hint: "free memory, or work on smaller pictures")
  /// Reading was cancelled.
  public static let cancelled = Self("cancelled")
  /// The work exceeded its processor time; see `WorkLimit`.
  public static let deadlineExceeded = Self("deadlineExceeded")
  /// The reader cannot seek to the time.
  public static let cannotSeek = Self("cannotSeek")
  /// FFmpeg cannot convert the pixel format.
  public static let unsupportedConversion = Self("unsupportedConversion")
  /// The file exists, and the options do not allow replacing it.
  public static let fileExists = Self("fileExists", hint: "choose another name, or allow replacing the file")
  /// The file cannot be written.
  public static let cannotWrite = Self("cannotWrite")
  /// No suitable encoder is installed, or none accepts the options.
  public static let noEncoder = Self("noEncoder")
  /// An option is out of its range, or the container does not support the option.
  public static let invalidOption = Self("invalidOption")
  /// The time or size of a frame does not fit the movie.
  public static let invalidFrame = Self("invalidFrame")
  /// No samples were appended to the file.
  public static let nothingAppended = Self("nothingAppended")
}
