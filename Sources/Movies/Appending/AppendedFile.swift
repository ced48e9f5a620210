import OpenCaptureMediaSamples

/// A file with its encoders and its muxer, to which samples are appended.
///
/// The muxer must know all tracks at the start, so packets wait until every encoder is open. Only one thread may use a
/// file at a time.
final class AppendedFile {
  private enum Coder {
    case pictures(AppendedVideoTrack)
    case sound(AppendedAudioTrack)
  }

  let file: MovieFile
  private let kind: MediaFileKind
  private let tracks: [AppendedTrack]
  private let options: MovieWritingOptions
  private var coders: [Coder?]
  private var muxer: MovieMuxer?
  /// The muxer's track index for each track.
  private var muxerIndices: [Int: Int] = [:]
  private var held: [(packet: EncodedPacket, track: Int)] = []

  init(_ file: MovieFile, _ kind: MediaFileKind, _ tracks: [AppendedTrack], _ options: MovieWritingOptions) {
    self.file = file
    self.kind = kind
    self.tracks = tracks
    self.options = options
    coders = Array(repeating: nil, count: tracks.count)
  }

  /// Opens the encoder of a track for samples like the first one; nil to use the track's format hint.
  func open(_ track: Int, like sample: SampleBuffer?, start: MediaTime) throws(MovieError) {
    switch tracks[track].kind {
    case .pictures(let options, let fitting):
      guard let first = sample ?? tracks[track].expectedPicture else { throw nothingAppended }
      guard case .movie(let container) = kind else {
        throw MovieError(.invalidOption, subject: file.name, reason: "an audio file cannot contain video")
      }
      let pictures = try AppendedVideoTrack(
        like: first, options, fitting, isRealTime: tracks[track].isRealTime, in: container, start: start,
        name: file.name)
      coders[track] = .pictures(pictures)
    case .sound(let options):
      let known = sample.map(\.format.audioFormat) ?? tracks[track].expectedSound
      guard let format = known else { throw nothingAppended }
      let plan = try kind.audioEncoderPlan(options, for: format, name: file.name)
      coders[track] = .sound(try AppendedAudioTrack(format, plan, start: start, name: file.name))
    }
  }

  func encode(_ sample: SampleBuffer, track: Int) throws(MovieError) {
    // The coder is put back even after an error, so that its remaining packets can still be written.
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

  /// Encodes the remaining samples of a track.
  func end(_ track: Int) throws(MovieError) {
    switch coders[track] {
    case .pictures(let pictures)?: try write(pictures.finish(), track)
    case .sound(var sound)?: try write(sound.finish(), track)
    case nil: break
    }
  }

  /// Returns the number of dropped frames of a track and the first reason; nil if all frames were encoded.
  func damage(of track: Int) -> String? {
    guard case .pictures(let pictures)? = coders[track] else { return nil }
    return pictures.damage.map { "\($0.count) frames were dropped; first: \($0.first.reason)" }
  }

  private func write(_ packets: [EncodedPacket], _ track: Int) throws(MovieError) {
    guard let muxer, let index = muxerIndices[track] else {
      held += packets.map { ($0, track) }
      return
    }
    for packet in packets { try muxer.write(packet, track: index) }
  }

  /// Starts the file with all tracks that have an encoder; call this method when every track is decided.
  func begin() throws(MovieError) {
    guard muxer == nil else { return }
    var muxed: [MovieMuxer.Track] = []
    var scales: [Int32] = []
    for (index, coder) in coders.enumerated() {
      guard let coder else { continue }
      muxerIndices[index] = muxed.count
      switch coder {
      case .pictures(let pictures):
        muxed.append(pictures.muxed)
        scales.insert(pictures.timescale, at: 0)
      case .sound(let sound):
        muxed.append(sound.muxed)
        scales.append(sound.timescale)
      }
    }
    // The movie's timescale is that of the video, if there is any.
    guard let timescale = scales.first else { throw nothingAppended }
    muxer = try MovieMuxer(file, kind.muxed(options, timescale: timescale), muxed)
    let waiting = held
    held = []
    for (packet, track) in waiting { try write([packet], track) }
  }

  private var nothingAppended: MovieError {
    MovieError(.nothingAppended, subject: file.name, reason: "no samples were appended")
  }

  /// Writes the end of the file.
  func finish() throws(MovieError) {
    guard let muxer else { throw nothingAppended }
    try muxer.finish()
  }

  /// Ends a failed file: readable data stays, and an empty file is deleted.
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
