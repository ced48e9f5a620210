import OpenCaptureMediaSamples

/// What is appended to a file and isn't encoded yet: which of it comes next, and who may append more.
///
/// A value without threads, locks or time of day. A picture goes on its way when the next one is there, which says how long
/// it is shown. An encoder is opened for the first sample of its track, and for a track that nothing comes of while others
/// go on, after a while, without one, where it is known what will come. Where it isn't, a track that comes as it happens
/// is left out then, so that the file can begin; any other is waited for, since who appends may do one behind the other.
struct AppendedMedia: Sendable {
  /// What is to be done next.
  enum Step: Sendable {
    /// A track gets its encoder, for samples like this one; nil where none came in time, and for what was expected.
    case open(Int, SampleBuffer?)
    /// A track isn't in the file, since nothing came of it in time; what does come is taken and forgotten.
    case leaveOut(Int)
    /// A sample of a track is encoded.
    case encode(Int, SampleBuffer)
    /// Nothing more comes of a track.
    case end(Int)
    /// Nothing more comes.
    case finish
  }

  private struct Track: Sendable {
    let isSound: Bool
    let isRealTime: Bool
    /// Whether it is known what comes, before it does.
    let isExpected: Bool
    var waiting: [SampleBuffer] = []
    /// Whether nothing more can be appended.
    var isFinished = false
    /// Whether it has an encoder.
    var isOpen = false
    /// Whether there is nothing to be done any more: all was encoded, or there was nothing.
    var isDone = false
    /// Whether it isn't in the file, whatever comes.
    var isLeftOut = false
    /// When the last sample begins that was taken.
    var reached: MediaTime?

    var room: Bool {
      guard isSound else { return waiting.count < AppendedMedia.mostPictures }
      let duration = waiting.reduce(MediaTime.zero) { $0 + ($1.duration.isNumeric ? $1.duration : .zero) }
      return waiting.count < 2 || (waiting.count < AppendedMedia.mostSounds && duration < AppendedMedia.mostSound)
    }

    /// Whether there is a sample to be encoded.
    var hasNext: Bool { waiting.count > (isSound || isFinished ? 0 : 1) }
  }

  /// How many pictures wait at the most: they are large, and a camera can miss them.
  static let mostPictures = 6
  /// How much sound waits at the most, and in how many parts.
  static let mostSound = MediaTime(value: 1, timescale: 1)
  static let mostSounds = 128
  /// How far a track goes on before one that nothing came of so far is begun without it, or left out.
  static let patience = MediaTime(value: 2, timescale: 1)

  private var tracks: [Track]
  /// Which of the samples' times is the file's beginning, and which its end; samples before and behind are left out.
  private(set) var start = MediaTime.zero
  private(set) var end = MediaTime.positiveInfinity
  private var isFinishing = false
  private var isFinished = false

  /// Nothing is appended yet.
  init(_ tracks: [AppendedTrack]) {
    self.tracks = tracks.map { Track(isSound: $0.isSound, isRealTime: $0.isRealTime, isExpected: $0.isExpected) }
  }

  /// Says which time is the file's beginning.
  mutating func begin(at time: MediaTime) { start = time }

  /// Says which time is the file's end; what waits behind it is left out.
  mutating func end(at time: MediaTime) {
    end = time
    for index in tracks.indices {
      tracks[index].waiting = tracks[index].waiting.compactMap { cut($0) }
    }
  }

  /// Whether there is room for a sample of a track.
  func isReady(_ track: Int) -> Bool {
    !isFinishing && !tracks[track].isFinished && tracks[track].room
  }

  /// Takes a sample behind the others of its track.
  ///
  /// - Returns: Whether there was room.
  mutating func append(_ sample: SampleBuffer, to track: Int) -> Bool {
    guard isReady(track) else { return false }
    if !tracks[track].isLeftOut, let sample = cut(sample) { tracks[track].waiting.append(sample) }
    return true
  }

  /// Takes note that nothing more comes of a track.
  mutating func markAsFinished(_ track: Int) { tracks[track].isFinished = true }

  /// Takes note that nothing more comes of any.
  mutating func finish() {
    isFinishing = true
    for index in tracks.indices { tracks[index].isFinished = true }
  }

  /// Whether it is known of all tracks whether they are in the file.
  var isDecided: Bool { tracks.allSatisfy { $0.isOpen || $0.isDone } }

  /// Takes note of that a track has its encoder.
  mutating func noteOpen(_ track: Int) { tracks[track].isOpen = true }

  /// What is to be done; nil for nothing yet.
  ///
  /// What is given is taken to be done.
  mutating func next() -> Step? {
    if let step = opening() { return step }
    let ready = tracks.indices.filter { tracks[$0].isOpen && tracks[$0].hasNext }
    let earliest = ready.min { first, second in
      tracks[first].waiting[0].presentationTimeStamp < tracks[second].waiting[0].presentationTimeStamp
    }
    if let earliest { return .encode(earliest, take(earliest)) }
    for index in tracks.indices where tracks[index].isFinished && !tracks[index].isDone {
      tracks[index].isDone = true
      if tracks[index].isOpen { return .end(index) }
    }
    guard isFinishing, !isFinished, tracks.allSatisfy(\.isDone) else { return nil }
    isFinished = true
    return .finish
  }

  private mutating func opening() -> Step? {
    for (index, track) in tracks.enumerated() where !track.isOpen && !track.isDone {
      if let first = track.waiting.first { return .open(index, first) }
      if track.isFinished {
        // The others needn't wait for it.
        tracks[index].isDone = true
      } else if tracks.contains(where: isFarAhead) {
        if track.isExpected { return .open(index, nil) }
        guard track.isRealTime else { continue }
        (tracks[index].isDone, tracks[index].isLeftOut) = (true, true)
        return .leaveOut(index)
      }
    }
    return nil
  }

  private func isFarAhead(_ track: Track) -> Bool { track.reached.map { $0 - start > Self.patience } ?? false }

  private mutating func take(_ index: Int) -> SampleBuffer {
    var sample = tracks[index].waiting.removeFirst()
    tracks[index].reached = sample.presentationTimeStamp
    guard !tracks[index].isSound else { return sample }
    let next = tracks[index].waiting.first?.presentationTimeStamp ?? end
    let duration = next - sample.presentationTimeStamp
    if duration.isNumeric, duration > .zero { sample.timing.duration = duration }
    return sample
  }

  /// What of a sample is in the file; nil for nothing.
  ///
  /// Of sound that begins earlier the rest is: its encoder sees to it.
  private func cut(_ sample: SampleBuffer) -> SampleBuffer? {
    let time = sample.presentationTimeStamp
    guard let sound = sample.audioBuffer else { return time < start || time >= end ? nil : sample }
    guard time < end, sample.presentationTimeStamp(ofFrame: sound.frameCount) > start else { return nil }
    let count = (end - time).convertScale(Int32(sound.format.sampleRate))
    guard count.isNumeric, count.value < sound.frameCount else { return sample }
    return count.value > 0 ? try? sample.frames(0..<Int(count.value)) : nil
  }
}
