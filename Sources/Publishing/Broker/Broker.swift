import OpenCaptureMetadata

/// A connection to an MQTT broker that reconnects automatically; no member blocks, and its own thread reports events.
package protocol Broker: Sendable {
  /// Starts to connect, and reports events to a handler.
  func start(_ handler: @escaping @Sendable (BrokerEvent) -> Void) throws(PublishingError)

  /// Confirms that the publisher handled a new connection, which until then only resends accepted messages.
  func resume()

  /// Sends a message if connected.
  func publish(_ message: OutgoingMessage) -> PublishResult

  func subscribe(to topic: String)

  /// Ends the connection cleanly, and waits a short time for that.
  func end()
}

/// An event of the connection to a broker.
package enum BrokerEvent: Sendable, Hashable {
  case connected
  /// The connection failed or was lost for the given reason; the broker connection retries.
  case disconnected(String)
  /// The broker confirmed the message of this number, or the message was sent without confirmation.
  case confirmDelivery(Int)
  case received(BrokerMessage)
}

/// The result of sending a message.
package enum PublishResult: Sendable, Hashable {
  /// The message is being sent under this number.
  case accepted(Int)
  /// No connection.
  case withoutConnection
  /// The message can never be sent.
  case refused
}

/// A received message.
package struct BrokerMessage: Sendable, Hashable {
  package var topic: String
  package var payload: [UInt8]
  package var isRetained = false
  /// The topic for the answer; nil if not specified.
  package var responseTopic: String?
  /// The correlation data to repeat in the answer.
  package var correlation: [UInt8] = []

  package init(topic: String, payload: [UInt8]) {
    self.topic = topic
    self.payload = payload
  }
}

/// A message for the broker.
package struct OutgoingMessage: Sendable, Hashable {
  /// The delivery of a message.
  package enum Kind: Sendable, Hashable {
    /// Delivered at least once: QoS 1.
    case event
    /// Delivered at least once and stored by the broker for later subscribers: QoS 1, retained.
    case state
    /// Delivered at most once: QoS 0.
    case transient
  }

  package var kind: Kind
  package var topic: String
  package var payload: [UInt8]
  package var contentType = "application/json"
  /// The correlation data of the request that the message answers.
  package var correlation: [UInt8] = []

  package init(_ kind: Kind, topic: String, payload: [UInt8]) {
    self.kind = kind
    self.topic = topic
    self.payload = payload
  }

  init(_ kind: Kind, topic: String, _ line: JSONLine) {
    self.init(kind, topic: topic, payload: Array(line.text.utf8))
  }

  /// The approximate size in memory, in bytes.
  package var byteCount: Int { topic.utf8.count + payload.count + correlation.count + 128 }
}
