import OpenCaptureMediaSamples

/// A file that is appended to: its encoders and its muxer.
///
/// The muxer needs to know of all tracks: what is encoded before waits. Used by one thread at a time.
final class AppendedFile {
  private enum Coder {
    case pictures(AppendedPictures)
    case sound(AppendedSound)
  }

  let file: MovieFile
  private let kind: MediaFileKind
  private let tracks: [AppendedTrack]
  private let options: MovieWritingOptions
  private var coders: [Coder?]
  private var muxer: MovieMuxer?
  /// Which of the muxer's tracks each is.
  private var places: [Int: Int] = [:]
  private var held: [(packet: EncodedPacket, track: Int)] = []

  init(_ file: MovieFile, _ kind: MediaFileKind, _ tracks: [AppendedTrack], _ options: MovieWritingOptions) {
    (self.file, self.kind, self.tracks, self.options) = (file, kind, tracks, options)
    coders = Array(repeating: nil, count: tracks.count)
  }

  /// Opens the encoder of a track.
  ///
  /// - Parameters:
  ///   - sample: What comes; nil where nothing did, and for what was expected.
  ///   - start: Which of its times is the file's beginning.
  /// - Throws: ``MovieError`` where there is none, or nothing is known of what comes.
  func open(_ track: Int, like sample: SampleBuffer?, start: MediaTime) throws(MovieError) {
    switch tracks[track].kind {
    case .pictures(let options, let fitting):
      guard let first = sample ?? tracks[track].expectedPicture else { throw nothing }
      coders[track] = .pictures(try pictures(like: first, options, fitting, tracks[track].isRealTime, start))
    case .sound(let options):
      let known = sample.map(\.formatDescription.audioFormat) ?? tracks[track].expectedSound
      guard let format = known else { throw nothing }
      let plan = try kind.soundPlan(options, for: format, name: file.name)
      coders[track] = .sound(try AppendedSound(format, plan, start: start, name: file.name))
    }
  }

  private func pictures(
    like first: SampleBuffer, _ options: MovieWritingOptions, _ fitting: PictureFitting, _ isRealTime: Bool,
    _ start: MediaTime
  ) throws(MovieError) -> AppendedPictures {
    guard case .movie(let container) = kind else {
      throw MovieError(.invalidOption, subject: file.name, reason: "a file of sound has no pictures")
    }
    return try AppendedPictures(
      like: first, options, fitting, isRealTime: isRealTime, in: container, start: start, name: file.name)
  }

  /// Encodes a sample behind the others of its track.
  func encode(_ sample: SampleBuffer, track: Int) throws(MovieError) {
    // It stays there where this fails: what it holds can still be written.
    let coder = coders[track]
    coders[track] = nil
    switch coder {
    case .pictures(var pictures)?:
      defer { coders[track] = .pictures(pictures) }
      try write(pictures.encode(sample), track)
    case .sound(var sound)?:
      defer { coders[track] = .sound(sound) }
      try write(sound.encode(sample), track)
    case nil: break
    }
  }

  /// Encodes what is left of a track.
  func end(_ track: Int) throws(MovieError) {
    switch coders[track] {
    case .pictures(let pictures)?: try write(pictures.finish(), track)
    case .sound(var sound)?: try write(sound.finish(), track)
    case nil: break
    }
  }

  /// How many pictures of a track were left out, and why; nil where all were encoded.
  func damage(of track: Int) -> String? {
    guard case .pictures(let pictures)? = coders[track] else { return nil }
    return pictures.damage.map { "\($0.count) of its pictures; the first: \($0.first.reason)" }
  }

  private func write(_ packets: [EncodedPacket], _ track: Int) throws(MovieError) {
    guard let muxer, let place = places[track] else {
      held += packets.map { ($0, track) }
      return
    }
    for packet in packets { try muxer.write(packet, track: place) }
  }

  /// Begins the file with the tracks that have encoders, once it is known of all whether they have.
  func begin() throws(MovieError) {
    guard muxer == nil else { return }
    var (muxed, scales): ([MovieMuxer.Track], [Int32]) = ([], [])
    for (index, coder) in coders.enumerated() {
      guard let coder else { continue }
      places[index] = muxed.count
      switch coder {
      case .pictures(let pictures): (muxed, scales) = (muxed + [pictures.muxed], [pictures.timescale] + scales)
      case .sound(let sound): (muxed, scales) = (muxed + [sound.muxed], scales + [sound.timescale])
      }
    }
    // Times of pictures are counted in the ticks of the whole.
    guard let timescale = scales.first else { throw nothing }
    muxer = try MovieMuxer(file, kind.muxed(options, timescale: timescale), muxed)
    let waiting = held
    held = []
    for (packet, track) in waiting { try write([packet], track) }
  }

  private var nothing: MovieError {
    MovieError(.nothingAppended, subject: file.name, reason: "nothing was appended that could be written")
  }

  /// Writes the end of the file.
  func finish() throws(MovieError) {
    guard let muxer else { throw nothing }
    try muxer.finish()
  }

  /// Makes the best of a file that failed: what can be read of it stays, and one with nothing in it is taken away.
  func giveUp(_ error: MovieError) {
    if error.code != .cannotWrite {
      for track in tracks.indices { try? end(track) }
      if !held.isEmpty { try? begin() }
      if (try? muxer?.finish()) != nil { return }
    }
    guard let muxer else { return file.discard() }
    muxer.abandon()
  }
}
