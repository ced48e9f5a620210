import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

/// A bounded mailbox for the publisher's thread, which never blocks the sender.
///
/// The mailbox also builds the messages, so that their order matches their sequence numbers with several senders.
struct PublishingMailbox: Lockable {
  /// The maximum size of waiting events, in bytes.
  static let limit = 2 << 20

  /// The content of the mailbox since the last pickup.
  struct Mail {
    var events: [OutgoingMessage] = []
    var frame: OutgoingMessage?
    var sample: SampleBuffer?
    var brokerEvents: [BrokerEvent] = []
    var lostEventCount = 0
    var replacedFrameCount = 0
    var drops: Int?
    /// Whether a movie is being recorded; nil if unchanged.
    var isRecording: Bool?
    var isEnd = false

    fileprivate var isEmpty: Bool {
      events.isEmpty && frame == nil && sample == nil && brokerEvents.isEmpty && lostEventCount == 0
        && isRecording == nil
        && !isEnd
    }
  }

  private var desk: FrameMessageBuilder
  private var mail = Mail()
  private var byteCount = 0
  /// Whether a picture is requested.
  var wantsSample = false

  init(_ desk: FrameMessageBuilder) { self.desk = desk }

  /// Takes a frame, and keeps its sample if a picture is requested.
  mutating func take(_ frame: Frame, drops: Int, at arrival: Double) {
    let messages = desk.take(frame, drops: drops, at: arrival)
    put(messages.events)
    if let frame = messages.frame {
      if mail.frame != nil { mail.replacedFrameCount += 1 }
      mail.frame = frame
    }
    mail.drops = drops
    if wantsSample {
      mail.sample = frame.sampleBuffer
      wantsSample = false
    }
  }

  /// Adds the end of objects that disappeared without a new frame.
  mutating func expireAbsent(at time: Double) { put(desk.expireAbsent(at: time)) }

  private mutating func put(_ events: [OutgoingMessage]) {
    mail.events += events
    byteCount += events.reduce(0) { $0 + $1.byteCount }
    while byteCount > Self.limit, !mail.events.isEmpty {
      byteCount -= mail.events.removeFirst().byteCount
      mail.lostEventCount += 1
    }
  }

  /// The maximum number of waiting broker events; further received messages are discarded.
  private static let maximumEventCount = 256

  mutating func put(_ event: BrokerEvent) {
    if case .received = event, mail.brokerEvents.count >= Self.maximumEventCount { return }
    mail.brokerEvents.append(event)
  }

  /// Takes the start or end of a recording.
  mutating func setRecording(_ isRecording: Bool) { mail.isRecording = isRecording }

  /// Marks the end of the input.
  mutating func end() {
    put(desk.end())
    mail.isEnd = true
  }

  /// Removes and returns the content; nil if empty.
  mutating func take() -> Mail? {
    guard !mail.isEmpty else { return nil }
    defer {
      mail = Mail()
      byteCount = 0
    }
    return mail
  }
}
