import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// A builder of messages from frames, which assigns their sequence numbers and needs no broker.
struct FrameMessageBuilder {
  /// The messages for a frame.
  struct Messages {
    var events: [OutgoingMessage] = []
    var frame: OutgoingMessage?
  }

  /// The interval at which an empty frame is published again for subscribers that missed the first message.
  static let emptyInterval = MediaTime(value: 10, timescale: 1)

  private let cameraMessages: CameraMessages
  private let clock: CaptureClock
  private var tracker: SightingTracker
  /// The timetable of published frames; nil for none.
  private var timetable: FrameSelector?
  private var emptyTimetable = FrameSelector(interval: emptyInterval)
  private var wasEmpty = true
  private var eventCount = 0
  private var frameCount = 0
  /// The newest frame and its time of arrival.
  private var newest: (facts: FrameProperties, size: VideoDimensions, time: MediaTime, arrival: Double)?

  init(_ cameraMessages: CameraMessages, _ options: PublishingOptions, _ clock: CaptureClock = CaptureClock()) {
    self.cameraMessages = cameraMessages
    self.clock = clock
    tracker = SightingTracker(longestAbsence: options.longestAbsence)
    if options.frameRate > 0 {
      timetable = FrameSelector(interval: MediaTime(seconds: 1 / options.frameRate, preferredTimescale: 1_000_000))
    }
  }

  /// Returns the messages for a frame that arrived at a time in seconds of a steady clock.
  mutating func take(_ frame: Frame, drops: Int, at arrival: Double) -> Messages {
    let sample = frame.sampleBuffer
    let stored = sample.format.videoDimensions
    let upright = PictureTransform.uprightPixels(of: stored, orientation: sample.orientation)
    let time = sample.presentationTimeStamp
    let size = stored.upright(sample.orientation)
    let objects = frame.metadataObjects.map { $0.transformed(by: upright) }
    let facts = FrameProperties(sample, drops: drops, clock)
    newest = (facts, size, time, arrival)
    let (changes, tracks) = tracker.take(objects, at: time)
    var messages = Messages(events: changes.map { event($0, facts, size) })
    if isDue(time, isEmpty: objects.isEmpty) {
      frameCount += 1
      messages.frame = cameraMessages.frame(objects, tracks, facts, size: size, sequence: frameCount)
    }
    return messages
  }

  /// Returns the end messages of objects that disappeared without a new frame.
  mutating func expireAbsent(at arrival: Double) -> [OutgoingMessage] {
    guard let newest, newest.time.isNumeric, arrival > newest.arrival else { return [] }
    let silence = MediaTime(seconds: arrival - newest.arrival, preferredTimescale: 1_000_000)
    return tracker.forget(at: newest.time + silence).map { event($0, newest.facts, newest.size) }
  }

  /// Returns the end messages of all visible objects.
  mutating func end() -> [OutgoingMessage] {
    guard let newest else { return [] }
    return tracker.end().map { event($0, newest.facts, newest.size) }
  }

  private mutating func event(
    _ change: SightingTracker.Change, _ facts: FrameProperties, _ size: VideoDimensions
  ) -> OutgoingMessage {
    eventCount += 1
    return cameraMessages.event(change, facts, size: size, sequence: eventCount, clock)
  }

  private mutating func isDue(_ time: MediaTime, isEmpty: Bool) -> Bool {
    guard timetable != nil else { return false }
    defer { wasEmpty = isEmpty }
    guard isEmpty else { return timetable?.isDue(time) ?? false }
    let isRepeated = emptyTimetable.isDue(time)
    return isRepeated || !wasEmpty
  }
}
