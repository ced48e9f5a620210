/// A reader of a page's WebSocket frames, which assembles text messages and detects errors (RFC 6455, 5 and 7.4.1).
struct FrameReader {
  /// The header of a frame.
  struct Head: Sendable, Hashable {
    /// Whether the frame is the last of its message.
    var isLast = true
    /// Whether a reserved bit is set; the server negotiates no extensions.
    var isExtended = false
    var opcode: UInt8 = 1
    /// Whether the content was masked, as required of clients.
    var isMasked = true
  }

  /// The result of a frame.
  enum Event: Sendable, Hashable {
    /// No event.
    case none
    /// A complete message.
    case message([UInt8])
    /// A ping with the data to return.
    case ping([UInt8])
    /// A close request with the code to return; nil for none.
    case close(UInt16?)
    /// An error that ends the connection.
    case failure(Failure)
  }

  /// An error that ends the connection, with its close code as the raw value.
  enum Failure: UInt16, Error, Sendable {
    /// The frame violates the protocol.
    case protocolViolation = 1002
    /// Binary messages are not accepted.
    case bytes = 1003
    /// The text is not valid UTF-8.
    case invalidText = 1007
    /// The message is too long.
    case tooLong = 1009
  }

  /// The maximum length of a control frame's content, in bytes (5.5).
  private static let maximumControlLength = 125

  /// The maximum length of a message, in bytes.
  let longest: Int
  /// The content of an incomplete message; nil between messages.
  private var partial: [UInt8]?

  init(longest: Int) { self.longest = longest }

  /// Handles the next frame, whose content is unmasked.
  mutating func take(_ head: Head, _ content: [UInt8]) -> Event {
    guard head.isMasked, !head.isExtended else { return .failure(.protocolViolation) }
    if head.opcode <= 2 { return takePart(head, content) }
    guard head.isLast, content.count <= Self.maximumControlLength else { return .failure(.protocolViolation) }
    switch head.opcode {
    case 8: return Self.close(content)
    case 9: return .ping(content)
    case 10: return .none
    default: return .failure(.protocolViolation)
    }
  }

  private mutating func takePart(_ head: Head, _ content: [UInt8]) -> Event {
    if head.opcode == 2 { return .failure(.bytes) }
    // A continuation frame needs an incomplete message; other frames must not have one (5.4).
    guard (head.opcode == 0) == (partial != nil) else { return .failure(.protocolViolation) }
    let all = (partial.take() ?? []) + content
    guard all.count <= longest else { return .failure(.tooLong) }
    guard head.isLast else {
      partial = all
      return .none
    }
    return Self.isText(all) ? .message(all) : .failure(.invalidText)
  }

  /// Parses the content of a close frame: empty, or a code and a reason (5.5.1).
  private static func close(_ content: [UInt8]) -> Event {
    guard !content.isEmpty else { return .close(nil) }
    let code = content.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
    guard content.count >= 2, isSendable(code) else { return .failure(.protocolViolation) }
    return isText(content.dropFirst(2)) ? .close(code) : .failure(.invalidText)
  }

  /// Whether a close code may be sent in a frame (7.4.1, 7.4.2, and IANA's registry).
  private static func isSendable(_ code: UInt16) -> Bool {
    switch code {
    case 1004, 1005, 1006: false
    case 1000...1014, 3000...4999: true
    default: false
    }
  }

  private static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }
}
