import OpenCaptureMetadata

/// What is to be sent to the broker.
package struct OutgoingMessage: Sendable, Hashable {
  /// How it is sent.
  package enum Kind: Sendable, Hashable {
    /// None is lost: QoS 1.
    case event
    /// Stays with the broker for whoever comes later: QoS 1, retained.
    case state
    /// The newest is enough: QoS 0.
    case passing
  }

  package var kind: Kind
  package var topic: String
  package var payload: [UInt8]
  package var contentType = "application/json"
  /// What an answer carries of the question.
  package var correlation: [UInt8] = []

  package init(_ kind: Kind, topic: String, payload: [UInt8]) {
    (self.kind, self.topic, self.payload) = (kind, topic, payload)
  }

  init(_ kind: Kind, topic: String, _ line: JSONLine) {
    self.init(kind, topic: topic, payload: Array(line.text.utf8))
  }

  /// About how much memory it takes.
  package var byteCount: Int { topic.utf8.count + payload.count + correlation.count + 128 }
}
