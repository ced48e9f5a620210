import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

/// What is handed over to the thread that publishes; bounded, so that whoever hands over never waits.
///
/// It has the desk, so that messages are in the order of their numbers whoever hands over what leads to them.
struct PublishingMailbox: Lockable {
  /// How many bytes of events wait at most for a thread that does nothing.
  static let limit = 2 << 20

  /// What was handed over since the last time.
  struct Mail {
    var events: [OutgoingMessage] = []
    var frame: OutgoingMessage?
    var sample: SampleBuffer?
    var told: [BrokerEvent] = []
    var lostEventCount = 0
    var replacedFrameCount = 0
    var drops: Int?
    var isEnd = false

    fileprivate var isEmpty: Bool {
      events.isEmpty && frame == nil && sample == nil && told.isEmpty && lostEventCount == 0 && !isEnd
    }
  }

  private var desk: PublishingDesk
  private var mail = Mail()
  private var byteCount = 0
  /// Whether a picture is asked for.
  var wantsSample = false

  init(_ desk: PublishingDesk) { self.desk = desk }

  /// Takes a frame; its sample only where a picture is asked for.
  mutating func take(_ frame: Frame, drops: Int, at arrival: Double) {
    let messages = desk.take(frame, drops: drops, at: arrival)
    put(messages.events)
    if let frame = messages.frame {
      if mail.frame != nil { mail.replacedFrameCount += 1 }
      mail.frame = frame
    }
    mail.drops = drops
    if wantsSample { (mail.sample, wantsSample) = (frame.sampleBuffer, false) }
  }

  /// Takes note of what has gone though no frame says so.
  mutating func look(at time: Double) { put(desk.look(at: time)) }

  private mutating func put(_ events: [OutgoingMessage]) {
    mail.events += events
    byteCount += events.reduce(0) { $0 + $1.byteCount }
    while byteCount > Self.limit, !mail.events.isEmpty {
      byteCount -= mail.events.removeFirst().byteCount
      mail.lostEventCount += 1
    }
  }

  /// How many things that a broker told wait at most; messages that come beyond are let go of.
  private static let mostTold = 256

  mutating func put(_ event: BrokerEvent) {
    if case .received = event, mail.told.count >= Self.mostTold { return }
    mail.told.append(event)
  }

  /// Nothing more comes.
  mutating func end() {
    put(desk.end())
    mail.isEnd = true
  }

  /// Takes out what there is; nil for nothing.
  mutating func take() -> Mail? {
    guard !mail.isEmpty else { return nil }
    defer { (mail, byteCount) = (Mail(), 0) }
    return mail
  }
}
