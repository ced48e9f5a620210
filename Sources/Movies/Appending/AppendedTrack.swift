package import OpenCaptureMediaSamples

/// A track of a file, with its media type and its writing options.
package struct AppendedTrack: Sendable {
  /// The media type of a track, with its writing options.
  package enum Kind: Sendable {
    case pictures(MovieWritingOptions, FrameScaling)
    case sound(AudioWritingOptions)
  }

  package let kind: Kind
  /// The expected format; nil if unknown.
  package let hint: FormatDescription?
  /// Whether the client appends live samples and cannot wait.
  package let isRealTime: Bool

  package init(_ kind: Kind, hint: FormatDescription? = nil, isRealTime: Bool) {
    self.kind = kind
    self.hint = hint
    self.isRealTime = isRealTime
  }

  var isSound: Bool { if case .sound = kind { true } else { false } }

  /// Whether the format is known before the first sample.
  var isExpected: Bool { expectedPicture != nil || expectedSound != nil }

  /// A sample that describes the expected frames; nil if unknown.
  var expectedPicture: SampleBuffer? {
    guard case .pictures(_, let fitting) = kind else { return nil }
    let known = fitting.dimensions.map {
      FormatDescription(pixelFormat: .i420, dimensions: $0, colorMatrix: .bt709)
    }
    return (hint ?? known).map { SampleBuffer(ofLostFrame: $0, timing: SampleTiming()) }
  }

  /// The expected audio format; nil if unknown.
  var expectedSound: AudioFormat? {
    guard case .sound(let options) = kind else { return nil }
    if let format = hint?.audioFormat { return format }
    guard let rate = options.sampleRate, let channels = options.channelCount else { return nil }
    return try? AudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: rate, channels: channels, interleaved: true)
  }
}

/// A file type to which video and audio can be appended.
package enum MediaFileKind: Sendable, Hashable {
  /// A movie with video, audio or both.
  case movie(MovieContainer)
  /// An audio file.
  case sound(AudioContainer)

  /// Returns the encoding plan for audio in a format.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidOption` if the file type does not support the options.
  package func audioEncoderPlan(
    _ options: AudioWritingOptions, for format: AudioFormat, name: String
  ) throws(MovieError) -> AudioEncoderPlan {
    switch self {
    case .movie(let container): try container.audioEncoderPlan(options, name: name)
    case .sound(let container): try container.audioEncoderPlan(options, for: format, name: name)
    }
  }

  /// Returns the FFmpeg settings of the file type, with the fragments and metadata of options.
  package func muxed(_ options: MovieWritingOptions, timescale: Int32) -> MovieMuxer.Kind {
    switch self {
    case .movie(let container): container.kind(options, timescale: timescale)
    case .sound(let container): container.kind(sampleRate: Int(timescale), options.metadata)
    }
  }
}
