import OpenCaptureMediaSamples

/// The queues of samples that wait for the encoders of a file, and the order of encoding.
///
/// A value type without threads, locks or clocks. A video frame waits for its successor, which determines its duration.
/// The first sample of a track opens the track's encoder. If a track stays empty while other tracks advance by 2 s, its
/// format hint opens the encoder instead. Without a hint, a real-time track is omitted, so that the file can start. Any
/// other track without samples delays the file, because its client may append tracks one after the other.
struct AppendQueues: Sendable {
  /// The next step for the caller.
  enum Step: Sendable {
    /// Open a track's encoder for samples like the given one; nil to use the format hint.
    case open(Int, SampleBuffer?)
    /// Omit a track that received no samples in time; its later samples are discarded.
    case leaveOut(Int)
    case encode(Int, SampleBuffer)
    case end(Int)
    /// End the file.
    case finish
  }

  private struct Track: Sendable {
    let isSound: Bool
    let isRealTime: Bool
    /// Whether the format is known before the first sample.
    let isExpected: Bool
    var waiting: [SampleBuffer] = []
    /// Whether the client ended the track.
    var isFinished = false
    /// Whether the track has an encoder.
    var isOpen = false
    /// Whether the track is complete: all samples were encoded, or none exist.
    var isDone = false
    /// Whether the track is omitted from the file.
    var isLeftOut = false
    /// The start of the last encoded sample.
    var reached: MediaTime?

    var room: Bool {
      guard isSound else { return waiting.count < AppendQueues.maximumFrameCount }
      let duration = waiting.reduce(MediaTime.zero) { $0 + ($1.duration.isNumeric ? $1.duration : .zero) }
      return waiting.count < 2
        || (waiting.count < AppendQueues.maximumAudioBufferCount && duration < AppendQueues.maximumAudioDuration)
    }

    /// Whether a sample is ready for encoding.
    var hasNext: Bool { waiting.count > (isSound || isFinished ? 0 : 1) }
  }

  /// The maximum number of waiting video frames, which are large.
  static let maximumFrameCount = 6
  /// The maximum duration of waiting audio.
  static let maximumAudioDuration = MediaTime(value: 1, timescale: 1)
  /// The maximum number of waiting audio buffers.
  static let maximumAudioBufferCount = 128
  /// The lead of other tracks after which an empty track is opened by its hint, or omitted.
  static let emptyTrackTimeout = MediaTime(value: 2, timescale: 1)

  private var tracks: [Track]
  /// The source time of the file's beginning; earlier samples are dropped.
  private(set) var start = MediaTime.zero
  /// The source time of the file's end; later samples are dropped.
  private(set) var end = MediaTime.positiveInfinity
  private var isFinishing = false
  private var isFinished = false

  init(_ tracks: [AppendedTrack]) {
    self.tracks = tracks.map { Track(isSound: $0.isSound, isRealTime: $0.isRealTime, isExpected: $0.isExpected) }
  }

  /// Sets the source time of the file's beginning.
  mutating func begin(at time: MediaTime) { start = time }

  /// Sets the source time of the file's end and drops later samples.
  mutating func end(at time: MediaTime) {
    end = time
    for index in tracks.indices { tracks[index].waiting = tracks[index].waiting.compactMap { cut($0) } }
  }

  /// Whether a track accepts another sample.
  func isReady(_ track: Int) -> Bool { !isFinishing && !tracks[track].isFinished && tracks[track].room }

  /// Appends a sample to its track, and returns whether the track accepted it.
  mutating func append(_ sample: SampleBuffer, to track: Int) -> Bool {
    guard isReady(track) else { return false }
    if !tracks[track].isLeftOut, let sample = cut(sample) { tracks[track].waiting.append(sample) }
    return true
  }

  mutating func markAsFinished(_ track: Int) { tracks[track].isFinished = true }

  /// Ends all tracks.
  mutating func finish() {
    isFinishing = true
    for index in tracks.indices { tracks[index].isFinished = true }
  }

  /// Whether every track has an encoder or is complete.
  var isDecided: Bool { tracks.allSatisfy { $0.isOpen || $0.isDone } }

  /// Records that a track has an encoder.
  mutating func markAsOpen(_ track: Int) { tracks[track].isOpen = true }

  /// Returns the next step, which the caller must perform; nil if no step is possible yet.
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
        // An empty track must not delay the others.
        tracks[index].isDone = true
      } else if tracks.contains(where: isFarAhead) {
        if track.isExpected { return .open(index, nil) }
        guard track.isRealTime else { continue }
        tracks[index].isDone = true
        tracks[index].isLeftOut = true
        return .leaveOut(index)
      }
    }
    return nil
  }

  private func isFarAhead(_ track: Track) -> Bool {
    track.reached.map { $0 - start > Self.emptyTrackTimeout } ?? false
  }

  private mutating func take(_ index: Int) -> SampleBuffer {
    var sample = tracks[index].waiting.removeFirst()
    tracks[index].reached = sample.presentationTimeStamp
    guard !tracks[index].isSound else { return sample }
    let next = tracks[index].waiting.first?.presentationTimeStamp ?? end
    let duration = next - sample.presentationTimeStamp
    if duration.isNumeric, duration > .zero { sample.timing.duration = duration }
    return sample
  }

  /// Returns the part of a sample that belongs to the file; nil for none.
  ///
  /// Audio that starts before the file's beginning is returned whole; its encoder drops the excess.
  private func cut(_ sample: SampleBuffer) -> SampleBuffer? {
    let time = sample.presentationTimeStamp
    guard let sound = sample.audioBuffer else { return time < start || time >= end ? nil : sample }
    guard time < end, sample.presentationTimeStamp(ofFrame: sound.frameCount) > start else { return nil }
    let count = (end - time).convertScale(Int32(sound.format.sampleRate))
    guard count.isNumeric, count.value < sound.frameCount else { return sample }
    return count.value > 0 ? try? sample.frames(0..<Int(count.value)) : nil
  }
}
