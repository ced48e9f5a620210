/// What went wrong with samples, pixels, sound or their memory.
public struct MediaError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// A pixel format that this operation doesn't know.
    case unsupportedFormat
    /// Pixels that this operation can't be done on, or can't give.
    case unsupportedConversion
    /// A width, height, row length or part of a picture that can't be.
    case invalidDimensions
    /// Memory that is smaller than the picture or the sound it should hold.
    case memoryTooSmall
    /// The system gave no memory.
    case outOfMemory
    /// All buffers of a pool are in use.
    case poolExhausted
    /// A sample buffer that holds no picture.
    case noImage
    /// A sample buffer that holds no sound.
    case noAudio
    /// A rate or number of channels that sound can't have.
    case invalidAudioFormat
    /// Sound in another format than this operation takes.
    case differentAudioFormat
    /// A number or range of frames of sound that can't be, or isn't there.
    case invalidFrames
    /// A library that makes or draws something isn't installed.
    case libraryMissing
  }

  /// The kind of failure.
  public let code: Code
  /// What it happened to.
  public let subject: String
  /// What is wrong with it.
  public let reason: String

  /// Makes an error of a kind, about a subject, for a reason.
  public init(_ code: Code, subject: String, reason: String) {
    (self.code, self.subject, self.reason) = (code, subject, reason)
  }

  /// What the person can do about it; nil where nothing general is known.
  public var remedy: String? {
    switch code {
    case .unsupportedFormat:
      "use one of " + PixelFormat.supported.map(\.description).joined(separator: " ")
    case .unsupportedConversion:
      "convert to one of " + PixelFormat.conversionTargets.map(\.description).joined(separator: " ")
    case .poolExhausted: "release buffers sooner, or give the pool a larger maximumBufferCount"
    case .outOfMemory: "free memory, or work on smaller pictures"
    case .noImage, .noAudio: "ask the sample buffer for the media that its formatDescription names"
    case .invalidAudioFormat:
      "use \(AudioFormat.sampleRates.lowerBound) to \(AudioFormat.sampleRates.upperBound) Hz and "
        + "\(AudioFormat.channelCounts.lowerBound) to \(AudioFormat.channelCounts.upperBound) channels"
    case .differentAudioFormat: "convert the sound first, or make the buffer in the format that it has"
    case .invalidDimensions, .memoryTooSmall, .invalidFrames, .libraryMissing: nil
    }
  }
}

extension MediaError: CustomStringConvertible {
  /// Subject, reason and remedy in one line.
  public var description: String { "\(subject): \(reason)" + (remedy.map { "; \($0)" } ?? "") }
}
