import OpenCaptureMediaSamples

/// A kind of file that pictures, sound or both can be appended to.
package enum MediaFileKind: Sendable, Hashable {
  /// Pictures, sound or both.
  case movie(MovieContainer)
  /// Sound alone.
  case sound(AudioContainer)

  /// What sound of a format becomes in it.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where it can't be as was asked.
  func soundPlan(
    _ options: AudioWritingOptions, for format: AudioFormat, name: String
  ) throws(MovieError) -> SoundEncoderPlan {
    switch self {
    case .movie(let container): try container.soundPlan(options, name: name)
    case .sound(let container): try container.soundPlan(options, for: format, name: name)
    }
  }

  /// What FFmpeg is told.
  ///
  /// - Parameters:
  ///   - options: What they say of fragments and metadata.
  ///   - timescale: Ticks per second of its times.
  func muxed(_ options: MovieWritingOptions, timescale: Int32) -> MovieMuxer.Kind {
    switch self {
    case .movie(let container): container.kind(options, timescale: timescale)
    case .sound(let container): container.kind(sampleRate: Int(timescale), options.metadata)
    }
  }
}
