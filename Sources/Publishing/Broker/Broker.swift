/// A connection to a broker, which comes back by itself.
///
/// It waits for nothing, and tells what happens on a thread of its own.
package protocol Broker: Sendable {
  /// Begins to connect.
  func start(_ tell: @escaping @Sendable (BrokerEvent) -> Void) throws(PublishingError)

  /// Takes note that who publishes knows of a new connection; before that, nothing goes out on it but what was taken over
  /// before and is sent again.
  func resume()

  /// Takes a message over, where there is a connection.
  func publish(_ message: OutgoingMessage) -> BrokerOutcome

  /// Asks for what comes under a topic from now on.
  func subscribe(to topic: String)

  /// Ends the connection in peace, and waits for that, though not for long.
  func end()
}

/// What happens between a broker and who publishes.
package enum BrokerEvent: Sendable, Hashable {
  case connected
  /// There is no connection, for this reason; it is tried again.
  case disconnected(String)
  /// The broker has the message of this number, or it was sent where none is waited for.
  case taken(Int)
  case received(BrokerMessage)
}

/// What became of a message.
package enum BrokerOutcome: Sendable, Hashable {
  /// It is on its way, under this number.
  case accepted(Int)
  /// There is no connection.
  case away
  /// It never will be sent.
  case refused(String)
}

/// A message that came.
package struct BrokerMessage: Sendable, Hashable {
  package var topic: String
  package var payload: [UInt8]
  package var isRetained = false
  /// Where an answer goes; nil where it doesn't say.
  package var responseTopic: String?
  /// What an answer carries of the question.
  package var correlation: [UInt8] = []

  package init(topic: String, payload: [UInt8]) { (self.topic, self.payload) = (topic, payload) }
}
