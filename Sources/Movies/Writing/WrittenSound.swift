import OpenCaptureMediaSamples

/// What becomes the sound of a movie that is written.
enum WrittenSound: Sendable {
  case encoded(SoundTrack)
  case copied(CopiedSound)

  /// Prepares it.
  ///
  /// - Parameter damage: Why sound that was to be copied can't be.
  /// - Returns: nil where there is none.
  /// - Throws: ``MovieError`` where FFmpeg's libraries or an encoder are missing, or the container doesn't take it.
  init?(
    _ sound: MovieSound?, in container: MovieContainer, name: String, damage: inout MovieError?
  ) throws(MovieError) {
    switch sound?.kind {
    case nil: return nil
    case .appended(let format, let options):
      self = .encoded(try SoundTrack(format, container.soundPlan(options, name: name), name: name))
    case .copied(let movie, let start):
      do throws(MovieError) {
        guard let copied = try CopiedSound(of: movie, for: container, from: start, name: name) else { return nil }
        self = .copied(copied)
      } catch {
        damage = error
        return nil
      }
    }
  }

  /// For the muxer.
  var muxed: MovieMuxer.Track {
    switch self {
    case .encoded(let track): track.muxed
    case .copied(let sound): sound.track
    }
  }

  /// How it is coded, and FFmpeg's name of what encodes it; that is nil where nothing does.
  var coding: (codec: AudioCodecType, encoder: String?) {
    switch self {
    case .encoded(let track): (track.encoder.codec, track.encoder.name)
    case .copied(let sound): (sound.codec, sound.encoder)
    }
  }

  /// Which of its times is the movie's beginning; what is copied knows that already.
  mutating func start(at time: MediaTime) {
    guard case .encoded(var track) = self else { return }
    track.start = time
    self = .encoded(track)
  }

  /// What is to be written before what comes at a time of the movie.
  func packets(before time: MediaTime) -> [EncodedPacket] {
    guard case .copied(let sound) = self else { return [] }
    return sound.packets(before: time)
  }

  /// What is left.
  func finish() throws(MovieError) -> [EncodedPacket] {
    switch self {
    case .encoded(let track): try track.finish()
    case .copied(let sound): sound.packets(before: nil)
    }
  }

  /// Encodes sound that is appended.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where it doesn't fit; others where none can be
  ///   encoded any more.
  mutating func encode(_ sample: SampleBuffer, name: String) throws(MovieError) -> [EncodedPacket] {
    guard case .encoded(var track) = self else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "the sound can't be appended: it is copied from another movie")
    }
    defer { self = .encoded(track) }
    return try track.encode(sample)
  }
}
