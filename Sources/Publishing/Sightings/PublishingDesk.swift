import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// Makes messages of frames: which, and in what order, without a broker and without waiting.
struct PublishingDesk {
  /// What a frame led to.
  struct Messages {
    var events: [OutgoingMessage] = []
    var frame: OutgoingMessage?
  }

  /// How often it is said that a frame is empty: often enough for who missed it the first time.
  static let emptyInterval = MediaTime(value: 10, timescale: 1)

  private let words: CameraMessages
  private let clock: CaptureClock
  private var book: SightingBook
  /// Which frames are told of; nil for none.
  private var timetable: Timetable?
  private var emptyTimetable = Timetable(interval: emptyInterval)
  private var wasEmpty = true
  private var eventCount = 0
  private var frameCount = 0
  /// The newest frame, and when it came.
  private var newest: (facts: FrameFacts, size: VideoDimensions, time: MediaTime, arrival: Double)?

  init(_ words: CameraMessages, _ options: PublishingOptions, _ clock: CaptureClock = CaptureClock()) {
    (self.words, self.clock) = (words, clock)
    book = SightingBook(patience: options.patience)
    if options.frameRate > 0 {
      timetable = Timetable(interval: MediaTime(seconds: 1 / options.frameRate, preferredTimescale: 1_000_000))
    }
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - drops: How many were lost until then.
  ///   - arrival: When it came, in seconds of any clock that isn't set.
  mutating func take(_ frame: Frame, drops: Int, at arrival: Double) -> Messages {
    let sample = frame.sampleBuffer
    let stored = sample.formatDescription.dimensions
    let upright = PictureTransform.uprightPixels(of: stored, orientation: sample.orientation)
    let (time, size) = (sample.presentationTimeStamp, stored.upright(sample.orientation))
    let objects = frame.metadataObjects.map { $0.transformed(by: upright) }
    let facts = FrameFacts(sample, drops: drops, clock)
    newest = (facts, size, time, arrival)
    let (changes, tracks) = book.take(objects, at: time)
    var messages = Messages(events: changes.map { event($0, facts, size) })
    if isDue(time, isEmpty: objects.isEmpty) {
      frameCount += 1
      messages.frame = words.frame(objects, tracks, facts, size: size, sequence: frameCount)
    }
    return messages
  }

  /// What has gone though no frame says so, because none came.
  mutating func look(at arrival: Double) -> [OutgoingMessage] {
    guard let newest, newest.time.isNumeric, arrival > newest.arrival else { return [] }
    let silence = MediaTime(seconds: arrival - newest.arrival, preferredTimescale: 1_000_000)
    return book.forget(at: newest.time + silence).map { event($0, newest.facts, newest.size) }
  }

  /// The ends of all that is in sight: nothing more comes.
  mutating func end() -> [OutgoingMessage] {
    guard let newest else { return [] }
    return book.end().map { event($0, newest.facts, newest.size) }
  }

  private mutating func event(
    _ change: SightingBook.Change, _ facts: FrameFacts, _ size: VideoDimensions
  ) -> OutgoingMessage {
    eventCount += 1
    return words.event(change, facts, size: size, sequence: eventCount, clock)
  }

  private mutating func isDue(_ time: MediaTime, isEmpty: Bool) -> Bool {
    guard timetable != nil else { return false }
    defer { wasEmpty = isEmpty }
    guard isEmpty else { return timetable?.isDue(time) ?? false }
    let isRepeated = emptyTimetable.isDue(time)
    return isRepeated || !wasEmpty
  }
}
