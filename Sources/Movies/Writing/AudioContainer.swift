import OpenCaptureMediaSamples

/// A writable audio file format, selected by the filename extension (`AVFileType`).
public enum AudioContainer: Sendable, Hashable, CaseIterable {
  /// WAVE: `.wav`. Samples keep their format; a file of more than 4 GB becomes RF64.
  case wave
  /// FLAC: `.flac`. Lossless for 16-bit integers, and for the upper 24 bits of other samples.
  case flac
  /// MPEG-4: `.m4a`.
  case m4a
  /// Ogg: `.opus`, `.ogg`, `.oga`.
  case ogg
  /// MP3: `.mp3`.
  case mp3

  /// Creates the format from the extension of a path; nil for other extensions.
  public init?(path: String) {
    switch PathExtension.of(path) {
    case "wav", "wave": self = .wave
    case "flac": self = .flac
    case "m4a": self = .m4a
    case "opus", "ogg", "oga": self = .ogg
    case "mp3": self = .mp3
    default: return nil
    }
  }

  /// The supported filename extensions, without the dot.
  public static let pathExtensions = ["wav", "flac", "m4a", "opus", "ogg", "mp3"]

  /// The formats that the installed FFmpeg writes; empty without FFmpeg.
  public static var available: [AudioContainer] { allCases.filter { $0.codecs.contains(where: \.hasEncoder) } }

  /// The codecs that the format supports, preferred first.
  public var codecs: [AudioCodecType] {
    switch self {
    case .wave: [.linearPCM]
    case .flac: [.flac]
    case .m4a: [.aac, .appleLossless]
    case .ogg: [.opus]
    case .mp3: [.mpegLayer3]
    }
  }

  /// Returns the encoding plan for audio in a format.
  func audioEncoderPlan(
    _ options: AudioWritingOptions, for format: AudioFormat, name: String
  ) throws(MovieError) -> AudioEncoderPlan {
    try AudioEncoderPlan(
      options, codecs: codecs, samples: format.commonFormat, usesGlobalHeader: self != .wave, container: "\(self)",
      name: name)
  }

  /// Returns the FFmpeg settings of the format; the sample rate is also the timescale.
  func kind(sampleRate: Int, _ metadata: MovieMetadata) -> MovieMuxer.Kind {
    let (name, options) =
      switch self {
      case .wave: ("wav", "rf64=auto")
      // Reserve space for metadata edits, but less than FFmpeg's default.
      case .flac: ("flac", "metadata_header_padding=1024")
      // The encoder's priming is measured in ticks of the movie, so its timescale must be the sample rate.
      case .m4a:
        ("ipod", "movie_timescale=\(sampleRate):movflags=+delay_moov+default_base_moof:frag_duration=10000000")
      case .ogg: ("opus", "")
      case .mp3: ("mp3", "")
      }
    return MovieMuxer.Kind(name: name, options: options, tags: metadata.tags(in: self))
  }
}
