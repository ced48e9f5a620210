public import OpenCaptureSystem

/// An error of samples, pixels, sound or their memory.
public typealias MediaError = DomainError<MediaErrorDomain>

/// The domain of ``MediaError``.
public enum MediaErrorDomain {}

extension MediaError.Code {
  /// The operation does not support the pixel format.
  public static var unsupportedFormat: Self {
    Self("unsupportedFormat", hint: "use one of " + PixelFormat.supported.map(\.description).joined(separator: " "))
  }
  /// The operation does not support the source's or the result's pixels.
  public static var unsupportedConversion: Self {
    Self(
      "unsupportedConversion",
      hint: "convert to one of " + PixelFormat.conversionTargets.map(\.description).joined(separator: " "))
  }
  /// A width, height, row length or part of a picture is out of range.
  public static var invalidDimensions: Self { Self("invalidDimensions") }
  /// The memory is smaller than its picture or sound.
  public static var memoryTooSmall: Self { Self("memoryTooSmall") }
  /// The system has no memory left.
  public static var outOfMemory: Self { Self("outOfMemory", hint: "free memory, or work on smaller pictures") }
  /// All buffers of a pool are in use.
  public static var poolExhausted: Self {
    Self("poolExhausted", hint: "release buffers sooner, or give the pool a larger maximumBufferCount")
  }
  /// The sample buffer contains no picture.
  public static var noImage: Self { Self("noImage", hint: otherMedia) }
  /// The sample buffer contains no sound.
  public static var noAudio: Self { Self("noAudio", hint: otherMedia) }
  /// The sample rate or the number of channels is out of range.
  public static var invalidAudioFormat: Self {
    Self(
      "invalidAudioFormat",
      hint: "use \(AudioFormat.sampleRates.lowerBound) to \(AudioFormat.sampleRates.upperBound) Hz and "
        + "\(AudioFormat.channelCounts.lowerBound) to \(AudioFormat.channelCounts.upperBound) channels")
  }
  /// The operation requires sound of another format.
  public static var differentAudioFormat: Self {
    Self("differentAudioFormat", hint: "convert the sound first, or make the buffer in the sound's format")
  }
  /// The sound cannot be converted to the requested format.
  public static var unsupportedAudioConversion: Self {
    Self("unsupportedAudioConversion", hint: "request the sound's own sample rate")
  }
  /// A number or range of frames of sound is out of range.
  public static var invalidFrames: Self { Self("invalidFrames") }
  /// A required library is not installed.
  public static var libraryMissing: Self { Self("libraryMissing") }
}

private let otherMedia = "check the type of the sample buffer's format"
