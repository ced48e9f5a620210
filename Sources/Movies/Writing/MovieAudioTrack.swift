public import OpenCaptureMediaSamples

/// The audio of a movie to be written.
public struct MovieAudio: Sendable {
  enum Kind: Sendable {
    case appended(AudioFormat, AudioWritingOptions)
    case copied(MovieReader, from: MediaTime)
  }

  let kind: Kind

  /// Creates audio that is appended live.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - options: Options for writing; default the container's preferred codec.
  public init(_ format: AudioFormat, options: AudioWritingOptions = AudioWritingOptions()) {
    kind = .appended(format, options)
  }

  private init(_ kind: Kind) { self.kind = kind }

  /// Returns the audio of another movie, copied if the container supports its codec, or else re-encoded.
  ///
  /// A movie without audio adds none. If the audio cannot be read to its end, the video continues without it, and
  /// ``MovieWriter/audioDamage`` contains the error.
  ///
  /// - Parameters:
  ///   - movie: The source, whose reading position does not change.
  ///   - start: The source time of the new movie's beginning; default the source's own beginning.
  public static func copied(of movie: MovieReader, from start: MediaTime? = nil) -> MovieAudio {
    let own = movie.info.startTime
    return MovieAudio(.copied(movie, from: start ?? (own.isNumeric ? own : .zero)))
  }
}

/// The audio track of a movie, encoded from samples or copied from another movie.
enum MovieAudioTrack: Sendable {
  case encoded(AudioTrackEncoder)
  case copied(CopiedAudio)

  /// Opens the audio track; nil without audio.
  ///
  /// - Parameter damage: Receives the error if audio cannot be copied.
  init?(
    _ sound: MovieAudio?, in container: MovieContainer, name: String, damage: inout MovieError?
  ) throws(MovieError) {
    switch sound?.kind {
    case nil: return nil
    case .appended(let format, let options):
      self = .encoded(try AudioTrackEncoder(format, container.audioEncoderPlan(options, name: name), name: name))
    case .copied(let movie, let start):
      do throws(MovieError) {
        guard let copied = try CopiedAudio(of: movie, for: container, from: start, name: name) else { return nil }
        self = .copied(copied)
      } catch {
        damage = error
        return nil
      }
    }
  }

  var muxed: MovieMuxer.Track {
    switch self {
    case .encoded(let track): track.muxed
    case .copied(let sound): sound.track
    }
  }

  /// The codec, and FFmpeg's name of the encoder; the encoder is nil for copied packets.
  var coding: (codec: AudioCodecType, encoder: String?) {
    switch self {
    case .encoded(let track): (track.encoder.codec, track.encoder.name)
    case .copied(let sound): (sound.codec, sound.encoder)
    }
  }

  /// Sets the source time of the movie's beginning; copied audio already has one.
  mutating func start(at time: MediaTime) {
    guard case .encoded(var track) = self else { return }
    track.start = time
    self = .encoded(track)
  }

  /// Returns the copied packets before a time of the movie.
  func packets(before time: MediaTime) -> [EncodedPacket] {
    guard case .copied(let sound) = self else { return [] }
    return sound.packets(before: time)
  }

  func finish() throws(MovieError) -> [EncodedPacket] {
    switch self {
    case .encoded(let track): try track.finish()
    case .copied(let sound): sound.packets(before: nil)
    }
  }

  /// Encodes appended audio; all errors but `MovieError.Code.invalidFrame` are final.
  mutating func encode(_ sample: SampleBuffer, name: String) throws(MovieError) -> [EncodedPacket] {
    guard case .encoded(var track) = self else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "cannot append the audio: the track is copied from another movie")
    }
    defer { self = .encoded(track) }
    return try track.encode(sample)
  }
}
