import OpenCaptureMediaSamples
import OpenCaptureMovies

extension RecordedFile {
  /// What kind of file is recorded, and how what is in it is written.
  enum Kind: Sendable {
    case movie(MovieContainer, MovieWritingOptions, AudioWritingOptions)
    /// Sound alone.
    case sound(AudioContainer, AudioWritingOptions, MovieMetadata)
  }
}

extension RecordedFile.Kind {
  /// Whether pictures are recorded as a camera encodes them.
  var passesPictures: Bool {
    guard case .movie(_, let options, _) = self else { return false }
    return options.passesEncodedFramesThrough
  }

  /// Opens an encoder for pictures like this one; nil where the file has none.
  ///
  /// - Parameter canWait: Whether they wait for it, however slow it is.
  func pictures(
    like picture: SampleBuffer, canWait: Bool, name: String
  ) throws(MovieError) -> PictureTrack? {
    guard case .movie(let container, var options, _) = self else { return nil }
    if picture.duration.isNumeric, picture.duration > .zero {
      options.expectedFrameRate = min(max(1 / picture.duration.seconds, 1), 240)
    }
    // What waits can wait for the best.
    if !canWait { options.h264 = EncoderTrial.speed(for: picture, in: container, options) }
    return try PictureTrack(for: picture, in: container, options, name: name)
  }

  /// What sound of a format becomes.
  func soundPlan(for format: AudioFormat, name: String) throws(MovieError) -> SoundEncoderPlan {
    switch self {
    case .movie(let container, _, let options): try container.soundPlan(options, name: name)
    case .sound(let container, let options, _): try container.soundPlan(options, for: format, name: name)
    }
  }

  /// What FFmpeg is told of the file.
  ///
  /// - Parameters:
  ///   - pictures: Those that are in it.
  ///   - sound: What is heard in it.
  func muxed(_ pictures: PictureTrack?, _ sound: SoundTrack?) -> MovieMuxer.Kind {
    switch self {
    case .movie(let container, let options, _):
      container.kind(options, timescale: pictures?.timescale ?? 1_000)
    case .sound(let container, _, let metadata):
      container.kind(sampleRate: sound?.encoder.sampleRate ?? 1_000, metadata)
    }
  }
}
