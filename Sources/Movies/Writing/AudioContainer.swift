package import OpenCaptureMediaSamples

/// A kind of sound file that can be written; the name's extension says which (`AVFileType`).
public enum AudioContainer: Sendable, Hashable, CaseIterable {
  /// WAVE: `.wav`. Samples are written as they come; a file of more than 4 GB becomes RF64.
  case wave
  /// FLAC: `.flac`. Nothing is lost of whole numbers of 16 bits, and of the upper 24 of others.
  case flac
  /// MPEG-4: `.m4a`.
  case m4a
  /// Ogg: `.opus`, `.ogg`, `.oga`.
  case ogg
  /// MP3: `.mp3`.
  case mp3

  /// The kind that a file of this name should be; nil where the extension isn't that of one.
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

  /// The extensions that names can have, without the dot.
  public static let pathExtensions = ["wav", "flac", "m4a", "opus", "ogg", "mp3"]

  /// The kinds that the installed FFmpeg writes; none where it isn't installed.
  public static var available: [AudioContainer] {
    allCases.filter { $0.codecs.contains(where: \.hasEncoder) }
  }

  /// The codecs that it can have, the best first.
  public var codecs: [AudioCodecType] {
    switch self {
    case .wave: [.linearPCM]
    case .flac: [.flac]
    case .m4a: [.aac, .appleLossless]
    case .ogg: [.opus]
    case .mp3: [.mpegLayer3]
    }
  }

  /// What sound becomes in it.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidOption`` where it can't be as was asked.
  package func soundPlan(
    _ options: AudioWritingOptions, for format: AudioFormat, name: String
  ) throws(MovieError) -> SoundEncoderPlan {
    try SoundEncoderPlan(
      options, codecs: codecs, samples: format.commonFormat, wantsHeader: self != .wave, container: "\(self)",
      name: name)
  }

  /// What FFmpeg is told.
  ///
  /// - Parameters:
  ///   - sampleRate: Of the encoded sound, which times are counted in.
  ///   - metadata: What the file says of itself.
  package func kind(sampleRate: Int, _ metadata: MovieMetadata) -> MovieMuxer.Kind {
    let (name, options) = muxer(sampleRate: sampleRate)
    return MovieMuxer.Kind(name: name, options: options, tags: metadata.tags(in: self))
  }

  private func muxer(sampleRate: Int) -> (name: String, options: String) {
    switch self {
    case .wave: ("wav", "rf64=auto")
    // Room for a player's own words, but not as much as FFmpeg leaves.
    case .flac: ("flac", "metadata_header_padding=1024")
    // What an encoder puts before the sound is counted in ticks of the file, not of its track.
    case .m4a:
      ("ipod", "movie_timescale=\(sampleRate):movflags=+delay_moov+default_base_moof:frag_duration=10000000")
    case .ogg: ("opus", "")
    case .mp3: ("mp3", "")
    }
  }
}
