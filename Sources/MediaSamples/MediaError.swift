public import OpenCaptureSystem

/// What went wrong with samples, pixels, sound or their memory.
public struct MediaError: DescribedError {
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

extension MediaError.Code {
  /// A pixel format that this operation doesn't know.
  public static let unsupportedFormat = Self(
    "unsupportedFormat", remedy: "use one of " + PixelFormat.supported.map(\.description).joined(separator: " "))
  /// Pixels that this operation can't be done on, or can't give.
  public static let unsupportedConversion = Self(
    "unsupportedConversion",
    remedy: "convert to one of " + PixelFormat.conversionTargets.map(\.description).joined(separator: " "))
  /// A width, height, row length or part of a picture that can't be.
  public static let invalidDimensions = Self("invalidDimensions")
  /// Memory that is smaller than the picture or the sound it should hold.
  public static let memoryTooSmall = Self("memoryTooSmall")
  /// The system gave no memory.
  public static let outOfMemory = Self("outOfMemory", remedy: "free memory, or work on smaller pictures")
  /// All buffers of a pool are in use.
  public static let poolExhausted = Self(
    "poolExhausted", remedy: "release buffers sooner, or give the pool a larger maximumBufferCount")
  /// A sample buffer that holds no picture.
  public static let noImage = Self("noImage", remedy: otherMedia)
  /// A sample buffer that holds no sound.
  public static let noAudio = Self("noAudio", remedy: otherMedia)
  /// A rate or number of channels that sound can't have.
  public static let invalidAudioFormat = Self(
    "invalidAudioFormat",
    remedy: "use \(AudioFormat.sampleRates.lowerBound) to \(AudioFormat.sampleRates.upperBound) Hz and "
      + "\(AudioFormat.channelCounts.lowerBound) to \(AudioFormat.channelCounts.upperBound) channels")
  /// Sound in another format than this operation takes.
  public static let differentAudioFormat = Self(
    "differentAudioFormat", remedy: "convert the sound first, or make the buffer in the format that it has")
  /// Sound that can't be made what was asked for.
  public static let unsupportedAudioConversion = Self(
    "unsupportedAudioConversion", remedy: "ask for the rate that the sound has")
  /// A number or range of frames of sound that can't be, or isn't there.
  public static let invalidFrames = Self("invalidFrames")
  /// A library that makes or draws something isn't installed.
  public static let libraryMissing = Self("libraryMissing")

  private static let otherMedia = "ask the sample buffer for the media that its formatDescription names"
}
