package import OpenCaptureMediaSamples

/// Which time of a recording is which of its source's: where it begins, and what is left out of it.
package struct RecordingTimeline: Sendable {
  private let hasVideo: Bool
  private let hasAudio: Bool
  /// The source's time that is the recording's beginning; nil before there is one.
  package private(set) var zero: MediaTime?
  /// How much of the source was left out.
  private var removed = MediaTime.zero
  private var pausedAt: MediaTime?
  private var firstPicture: MediaTime?
  private var firstSound: MediaTime?

  /// How long pictures wait for the first sound: a microphone that gives none by then is heard from when it does.
  package static let patience = MediaTime(value: 1, timescale: 1)

  package init(hasVideo: Bool, hasAudio: Bool) { (self.hasVideo, self.hasAudio) = (hasVideo, hasAudio) }

  /// Begins at a time of the source's, in the middle of what comes.
  package init(from zero: MediaTime) { (hasVideo, hasAudio, self.zero) = (true, true, zero) }

  /// Whether samples are left out at present.
  package var isPaused: Bool { pausedAt != nil }

  /// When a picture is shown in the recording; nil where it isn't.
  package mutating func place(picture time: MediaTime) -> MediaTime? {
    guard !isPaused else { return nil }
    if zero == nil {
      firstPicture = firstPicture ?? time
      let isHeard = firstSound.map { $0 <= time } ?? !hasAudio
      guard isHeard || firstPicture.map({ time - $0 > Self.patience }) == true else { return nil }
      zero = time
    }
    return recorded(time)
  }

  /// When sound begins in the recording, before zero where part of it is before the beginning; nil where nobody knows
  /// yet, and where it isn't heard.
  package mutating func place(sound time: MediaTime) -> MediaTime? {
    guard !isPaused else { return nil }
    firstSound = firstSound ?? time
    if zero == nil, !hasVideo { zero = time }
    return recorded(time)
  }

  /// When something of the source's is in the recording; nil before that has begun.
  package func recorded(_ time: MediaTime) -> MediaTime? { zero.map { time - $0 - removed } }

  package mutating func pause(at time: MediaTime) {
    if !isPaused { pausedAt = time }
  }

  package mutating func resume(at time: MediaTime) {
    guard let from = pausedAt else { return }
    // Before the beginning nothing is left out of anything.
    if zero != nil { removed = removed + (time - from) }
    pausedAt = nil
  }

  /// When a recording ends that ends at a time of its source's: where it was paused, there.
  package func end(_ time: MediaTime) -> MediaTime? { recorded(pausedAt ?? time) }
}
