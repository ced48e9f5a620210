/// The pending requests for pictures and the times for the next ones; without a clock, in seconds.
struct SnapshotRequests {
  static let interval = 0.5
  /// The maximum number of pending requests.
  static let limit = 8

  private struct Request {
    let topic: String
    let correlation: [UInt8]
  }

  /// The topic for pictures requested without a response topic.
  private let topic: String
  /// The interval between pictures without a request; nil for none.
  private let automaticInterval: Double?
  private var waiting: [Request] = []
  private var lastAnswerTime = -Double.infinity
  private var lastAutomaticTime = -Double.infinity
  /// The message number of a picture that is being sent.
  private var pendingNumber: Int?

  init(to topic: String, every automaticInterval: Double?) {
    self.topic = topic
    self.automaticInterval = automaticInterval
  }

  /// Adds a request with an optional response topic.
  mutating func ask(for response: String?, _ correlation: [UInt8]) {
    guard waiting.count < Self.limit, response.map(PublishingTopics.isValidResponseTopic) ?? true else { return }
    waiting.append(Request(topic: response ?? topic, correlation: correlation))
  }

  /// Whether to encode the picture of a frame now; false while another picture is being sent.
  mutating func isDue(at time: Double) -> Bool {
    if let automaticInterval, waiting.isEmpty, time - lastAutomaticTime >= automaticInterval {
      lastAutomaticTime = time
      waiting.append(Request(topic: topic, correlation: []))
    }
    return !waiting.isEmpty && pendingNumber == nil && time - lastAnswerTime >= Self.interval
  }

  /// Returns the messages with the picture for all pending requests.
  mutating func answers(_ picture: [UInt8], at time: Double) -> [OutgoingMessage] {
    defer {
      waiting = []
      lastAnswerTime = time
    }
    return waiting.map { request in
      var message = OutgoingMessage(.transient, topic: request.topic, payload: picture)
      message.contentType = "image/jpeg"
      message.correlation = request.correlation
      return message
    }
  }

  /// Records the number of a picture that is being sent.
  mutating func didSend(as number: Int) { pendingNumber = number }

  /// Records that the message of this number was sent.
  mutating func didFinish(_ number: Int) { if pendingNumber == number { pendingNumber = nil } }

  /// Records that pictures being sent were lost.
  mutating func didDisconnect() { pendingNumber = nil }
}
