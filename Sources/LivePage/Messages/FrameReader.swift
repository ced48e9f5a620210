/// What the frames of a page's connection come to: messages of text, put together where they come in parts; or why the
/// connection has to end (RFC 6455, 5 and 7.4.1).
struct FrameReader {
  /// What stands before a frame's content.
  struct Head: Sendable, Hashable {
    /// Whether it is the last of its message.
    var isLast = true
    /// Whether one of the bits is set that extensions give a meaning to, of which none is agreed on here.
    var isExtended = false
    /// What it is.
    var opcode: UInt8 = 1
    /// Whether its content was masked, as a client's has to be.
    var isMasked = true
  }

  /// What a frame comes to.
  enum Event: Sendable, Hashable {
    /// Nothing yet, or nothing at all.
    case none
    /// A message is complete.
    case message([UInt8])
    /// The other side wants to hear this.
    case ping([UInt8])
    /// The other side closes, and is answered with its own code; nil for none.
    case close(UInt16?)
    /// The connection ends with this code.
    case failure(Failure)
  }

  /// Why a connection ends; the number is what the other side is told.
  enum Failure: UInt16, Error, Sendable {
    /// The frames aren't as the protocol has them.
    case wrongProtocol = 1002
    /// Messages of bytes aren't for this side.
    case bytes = 1003
    /// A text isn't UTF-8.
    case noText = 1007
    /// A message is longer than any here.
    case tooLong = 1009
  }

  /// The longest content of a frame that isn't part of a message (5.5).
  private static let longestControl = 125

  /// The longest message, in bytes.
  let longest: Int
  /// What came of a message so far; nil between messages.
  private var partial: [UInt8]?

  /// Makes one that takes messages of at most so many bytes.
  init(longest: Int) { self.longest = longest }

  /// Takes the next frame, its content unmasked.
  mutating func take(_ head: Head, _ content: [UInt8]) -> Event {
    guard head.isMasked, !head.isExtended else { return .failure(.wrongProtocol) }
    switch head.opcode {
    case 0...2: return takePart(head, content)
    case 8...10 where head.isLast && content.count <= Self.longestControl: break
    default: return .failure(.wrongProtocol)
    }
    switch head.opcode {
    case 8: return Self.close(content)
    case 9: return .ping(content)
    default: return .none
    }
  }

  private mutating func takePart(_ head: Head, _ content: [UInt8]) -> Event {
    if head.opcode == 2 { return .failure(.bytes) }
    // A message begins where none is under way, and goes on where one is (5.4).
    guard (head.opcode == 0) == (partial != nil) else { return .failure(.wrongProtocol) }
    let all = (partial.take() ?? []) + content
    guard all.count <= longest else { return .failure(.tooLong) }
    guard head.isLast else {
      partial = all
      return .none
    }
    return Self.isText(all) ? .message(all) : .failure(.noText)
  }

  /// What a frame that closes says: nothing, or a number and a reason (5.5.1).
  private static func close(_ content: [UInt8]) -> Event {
    guard !content.isEmpty else { return .close(nil) }
    let code = content.prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
    guard content.count >= 2, isSent(code) else { return .failure(.wrongProtocol) }
    return isText(content.dropFirst(2)) ? .close(code) : .failure(.noText)
  }

  /// Whether a number may stand in a frame (7.4.1, 7.4.2, and IANA's list): some are for what happens without one.
  private static func isSent(_ code: UInt16) -> Bool {
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
