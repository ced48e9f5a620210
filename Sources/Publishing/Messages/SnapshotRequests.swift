/// Who waits for a picture, and when there is to be one; without a clock, in seconds.
struct SnapshotRequests {
  /// Between two pictures.
  static let interval = 0.5
  /// How many wait at most.
  static let limit = 8

  private struct Request {
    let topic: String
    let correlation: [UInt8]
  }

  /// Where those go that nobody said where to send to.
  private let topic: String
  /// How often there is one though nobody asks; nil for never.
  private let offer: Double?
  private var waiting: [Request] = []
  private var answered = -Double.infinity
  private var offered = -Double.infinity
  /// The number of a picture that is on its way.
  private var flying: Int?

  init(to topic: String, every offer: Double?) { (self.topic, self.offer) = (topic, offer) }

  /// Somebody asks.
  ///
  /// - Parameter response: Where the answer is to go; nil where it wasn't said.
  mutating func ask(for response: String?, _ correlation: [UInt8]) {
    guard waiting.count < Self.limit, response.map(PublishingTopics.isForAnswers) ?? true else { return }
    waiting.append(Request(topic: response ?? topic, correlation: correlation))
  }

  /// Whether a frame's picture is to be had: one that is still being sent to a slow broker is enough.
  mutating func isDue(at time: Double) -> Bool {
    if let offer, waiting.isEmpty, time - offered >= offer {
      offered = time
      waiting.append(Request(topic: topic, correlation: []))
    }
    return !waiting.isEmpty && flying == nil && time - answered >= Self.interval
  }

  /// The picture for all who wait.
  mutating func answers(_ picture: [UInt8], at time: Double) -> [OutgoingMessage] {
    defer { (waiting, answered) = ([], time) }
    return waiting.map { request in
      var message = OutgoingMessage(.passing, topic: request.topic, payload: picture)
      (message.contentType, message.correlation) = ("image/jpeg", request.correlation)
      return message
    }
  }

  /// One is on its way, under this number.
  mutating func didSend(as number: Int) { flying = number }

  /// What was on its way under this number is sent.
  mutating func didFinish(_ number: Int) { if flying == number { flying = nil } }

  /// What was on its way is lost.
  mutating func didDisconnect() { flying = nil }
}
