public import OpenCaptureSystem

/// A failure to read or write a movie, or to read one of its options.
public typealias MovieError = DomainError<MovieErrorDomain>

/// The domain of ``MovieError``.
public enum MovieErrorDomain {}

extension MovieError.Code {
  /// One or all of FFmpeg's libraries are not installed.
  public static var engineMissing: Self { Self("engineMissing") }
  /// The file can't be opened.
  public static var cannotOpen: Self { Self("cannotOpen") }
  /// The file is open, but cannot be read.
  public static var cannotRead: Self { Self("cannotRead") }
  /// The data is not in a movie format that FFmpeg knows.
  public static var unknownFormat: Self { Self("unknownFormat") }
  /// A file format that this library refuses to read.
  ///
  /// Such a file refers to other files or to the network (a playlist, for example), or its format is rare.
  public static var refusedFormat: Self { Self("refusedFormat") }
  /// The file contains no video track, only audio or text.
  public static var noVideo: Self { Self("noVideo") }
  /// The file contains no audio track.
  public static var noAudio: Self { Self("noAudio") }
  /// The installed FFmpeg has no decoder for the codec.
  public static var unsupportedCodec: Self {
    Self("unsupportedCodec", hint: "convert it to H.264, for instance with ffmpeg -i IN -c:v libx264 OUT.mp4")
  }
  /// The movie is encrypted, and no key is available.
  public static var encrypted: Self { Self("encrypted", hint: "get a copy without encryption (DRM)") }
  /// The data ends before the end of the movie.
  public static var truncated: Self {
    Self("truncated", hint: "get the complete file again; the frames before the damage were delivered")
  }
  /// The data is damaged.
  public static var corrupt: Self {
    Self("corrupt", hint: "get the file again from its source; the readable frames were delivered")
  }
  /// The frames have more pixels than the limit allows.
  public static var tooLarge: Self { Self("tooLarge", hint: "use smaller frames, or raise the limit") }
  /// No network camera responds at the address, or the camera closed the connection.
  public static var unreachable: Self { Self("unreachable") }
  /// A network camera rejected the name and password, or requires them.
  public static var unauthorized: Self { Self("unauthorized") }
  /// No data arrived from the network before the timeout.
  public static var silent: Self { Self("silent") }
  /// A memory allocation failed.
  public static var outOfMemory: Self { Self("outOfMemory", hint: "free memory, or work on smaller pictures") }
  /// Reading was cancelled.
  public static var cancelled: Self { Self("cancelled") }
  /// The work exceeded its processor time; see `WorkLimit`.
  public static var deadlineExceeded: Self { Self("deadlineExceeded") }
  /// The reader cannot seek to the time.
  public static var cannotSeek: Self { Self("cannotSeek") }
  /// FFmpeg cannot convert the pixel format.
  public static var unsupportedConversion: Self { Self("unsupportedConversion") }
  /// The file exists, and the options do not allow replacing it.
  public static var fileExists: Self {
    Self("fileExists", hint: "choose another name, or allow replacing the file")
  }
  /// The file cannot be written.
  public static var cannotWrite: Self { Self("cannotWrite") }
  /// No suitable encoder is installed, or none accepts the options.
  public static var noEncoder: Self { Self("noEncoder") }
  /// An option is out of its range, or the container does not support the option.
  public static var invalidOption: Self { Self("invalidOption") }
  /// The time or size of a frame does not fit the movie.
  public static var invalidFrame: Self { Self("invalidFrame") }
  /// No samples were appended to the file.
  public static var nothingAppended: Self { Self("nothingAppended") }
}
