package import OpenCaptureMediaSamples

/// The mapping from source times to recording times: the beginning and the removed pauses.
package struct RecordingTimeline: Sendable {
  private let hasVideo: Bool
  private let hasAudio: Bool
  /// The source time of the beginning of the recording, or nil before the beginning.
  package private(set) var zero: MediaTime?
  /// The total duration of the removed pauses.
  private var removed = MediaTime.zero
  private var pausedAt: MediaTime?
  private var firstPicture: MediaTime?
  private var firstSound: MediaTime?

  /// The maximum time that video waits for the first sound; later sound is recorded when it begins.
  package static let maximumSoundDelay = MediaTime(value: 1, timescale: 1)

  package init(hasVideo: Bool, hasAudio: Bool) {
    self.hasVideo = hasVideo
    self.hasAudio = hasAudio
  }

  /// Creates a timeline that begins at a source time, to continue a recording.
  package init(from zero: MediaTime) {
    hasVideo = true
    hasAudio = true
    self.zero = zero
  }

  package var isPaused: Bool { pausedAt != nil }

  /// Returns the recording time of a video frame, or nil if the frame is not recorded.
  package mutating func place(picture time: MediaTime) -> MediaTime? {
    guard !isPaused else { return nil }
    if zero == nil {
      firstPicture = firstPicture ?? time
      let isHeard = firstSound.map { $0 <= time } ?? !hasAudio
      guard isHeard || firstPicture.map({ time - $0 > Self.maximumSoundDelay }) == true else { return nil }
      zero = time
    }
    return recorded(time)
  }

  /// Returns the recording time of sound, negative before the beginning; nil if unknown or not recorded.
  package mutating func place(sound time: MediaTime) -> MediaTime? {
    guard !isPaused else { return nil }
    firstSound = firstSound ?? time
    if zero == nil, !hasVideo { zero = time }
    return recorded(time)
  }

  /// Converts a source time to a recording time, or returns nil before the beginning.
  package func recorded(_ time: MediaTime) -> MediaTime? { zero.map { time - $0 - removed } }

  package mutating func pause(at time: MediaTime) {
    if !isPaused { pausedAt = time }
  }

  package mutating func resume(at time: MediaTime) {
    guard let from = pausedAt else { return }
    // A pause before the beginning removes nothing.
    if zero != nil { removed = removed + (time - from) }
    pausedAt = nil
  }

  /// Converts the source time of the end to a recording time; a paused recording ends at the pause.
  package func end(_ time: MediaTime) -> MediaTime? { recorded(pausedAt ?? time) }
}

/// The position of sound in a sound file: the count of frames, so that clock drift causes no gaps.
///
/// A jump of the timestamps becomes a gap of that length.
struct AudioFilePosition: Sendable {
  /// The position of the next frame.
  private(set) var end = MediaTime.zero
  /// The expected recording time of the next frame.
  private var due = MediaTime.zero

  /// The maximum deviation of the timestamps of contiguous frames, in seconds.
  static let tolerance = 0.005

  /// Returns the position of sound with a recording time: contiguous to the previous sound, or after a gap.
  mutating func place(_ time: MediaTime, _ buffer: AudioBuffer) -> MediaTime {
    let place = self.place(time).convertScale(Int32(buffer.format.sampleRate))
    end = place + buffer.duration
    due = time + buffer.duration
    return place
  }

  /// Converts a recording time after the last sound to a position in the file.
  func place(_ time: MediaTime) -> MediaTime {
    let gap = time - due
    return gap.seconds > Self.tolerance ? end + gap : end
  }
}
