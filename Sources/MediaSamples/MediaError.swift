public import OpenCaptureSystem

/// An error of samples, pixels, sound or their memory.
public struct MediaError: DescribedError {
  /// The error's code, subject, reason and hint.
  public let facts: ErrorDetails<Code>

  /// Makes an error from its facts.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// An action that resolves the failure; nil if no general one is known.
    public let hint: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, hint: String? = nil) {
      self.name = name
      self.hint = hint
    }
  }
}

extension MediaError.Code {
  /// The operation does not support the pixel format.
  public static let unsupportedFormat = Self(
    "unsupportedFormat", hint: "use one of " + PixelFormat.supported.map(\.description).joined(separator: " "))
  /// The operation does not support the source's or the result's pixels.
  public static let unsupportedConversion = Self(
    "unsupportedConversion",
    hint: "convert to one of " + PixelFormat.conversionTargets.map(\.description).joined(separator: " "))
  /// A width, height, row length or part of a picture is out of range.
  public static let invalidDimensions = Self("invalidDimensions")
  /// The memory is smaller than its picture or sound.
  public static let memoryTooSmall = Self("memoryTooSmall")
  /// The system has no memory left.
  public static let outOfMemory = Self("outOfMemory", hint: "free memory, or work on smaller pictures")
  /// All buffers of a pool are in use.
  public static let poolExhausted = Self(
    "poolExhausted", hint: "release buffers sooner, or give the pool a larger maximumBufferCount")
  /// The sample buffer contains no picture.
  public static let noImage = Self("noImage", hint: otherMedia)
  /// The sample buffer contains no sound.
  public static let noAudio = Self("noAudio", hint: otherMedia)
  /// The sample rate or the number of channels is out of range.
  public static let invalidAudioFormat = Self(
    "invalidAudioFormat",
    hint: "use \(AudioFormat.sampleRates.lowerBound) to \(AudioFormat.sampleRates.upperBound) Hz and "
      + "\(AudioFormat.channelCounts.lowerBound) to \(AudioFormat.channelCounts.upperBound) channels")
  /// The operation requires sound of another format.
  public static let differentAudioFormat = Self(
    "differentAudioFormat", hint: "convert the sound first, or make the buffer in the sound's format")
  /// The sound cannot be converted to the requested format.
  public static let unsupportedAudioConversion = Self(
    "unsupportedAudioConversion", hint: "request the sound's own sample rate")
  /// A number or range of frames of sound is out of range.
  public static let invalidFrames = Self("invalidFrames")
  /// A required library is not installed.
  public static let libraryMissing = Self("libraryMissing")

  private static let otherMedia = "check the sample buffer's formatDescription for its media type"
}
