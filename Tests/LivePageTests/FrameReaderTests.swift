import Testing

@testable import OpenCaptureLivePage

/// Sequences of RFC 6455 frames.
@Suite("WebSocket frames")
struct FrameReaderTests {
  private var reader = FrameReader(longest: 8)

  private mutating func take(
    _ opcode: UInt8, _ text: String = "", isLast: Bool = true, isExtended: Bool = false, isMasked: Bool = true
  ) -> FrameReader.Event {
    let head = FrameReader.Head(isLast: isLast, isExtended: isExtended, opcode: opcode, isMasked: isMasked)
    return reader.take(head, Array(text.utf8))
  }

  @Test("A text message consists of one or several frames, possibly with control frames between them")
  mutating func messages() {
    #expect(take(1, "hello") == .message(Array("hello".utf8)))
    let parts = [
      take(1, "a", isLast: false), take(9, "ping"), take(0, "b", isLast: false), take(10), take(0, "c"),
    ]
    #expect(parts == [.none, .ping(Array("ping".utf8)), .none, .none, .message(Array("abc".utf8))])
    #expect(take(1, "next") == .message(Array("next".utf8)))
  }

  @Test("Unmasked frames and extensions end the connection", arguments: [UInt8(1), 8, 9, 10])
  mutating func wrongHeads(opcode: UInt8) {
    #expect(take(opcode, isMasked: false) == .failure(.protocolViolation))
    #expect(take(opcode, isExtended: true) == .failure(.protocolViolation))
  }

  @Test("Reserved opcodes end the connection", arguments: [UInt8(3), 4, 5, 6, 7, 11, 12, 13, 14, 15])
  mutating func reserved(opcode: UInt8) { #expect(take(opcode) == .failure(.protocolViolation)) }

  @Test("Control frames must be unfragmented and short", arguments: [UInt8(8), 9, 10])
  mutating func control(opcode: UInt8) {
    #expect(take(opcode, isLast: false) == .failure(.protocolViolation))
    #expect(take(opcode, String(repeating: "a", count: 126)) == .failure(.protocolViolation))
  }

  @Test("A continuation frame is valid only within a message")
  mutating func order() {
    #expect(take(0, "a") == .failure(.protocolViolation))
    reader = FrameReader(longest: 8)
    #expect(take(1, "a", isLast: false) == .none)
    #expect(take(1, "b") == .failure(.protocolViolation))
  }

  @Test("Binary messages, invalid UTF-8 and long messages have separate close codes")
  mutating func contents() {
    #expect(take(2, "a") == .failure(.bytes))
    #expect(reader.take(FrameReader.Head(), [0xc3]) == .failure(.invalidText))
    // A character may span two frames.
    #expect(reader.take(FrameReader.Head(isLast: false), [0xc3]) == .none)
    #expect(reader.take(FrameReader.Head(opcode: 0), [0xa9]) == .message(Array("é".utf8)))
    #expect(take(1, "123456789") == .failure(.tooLong))
    #expect(take(1, "12345678", isLast: false) == .none)
    #expect(take(0, "9", isLast: false) == .failure(.tooLong))
  }

  @Test(
    "A close frame has a code that may be sent, or none",
    arguments: [
      (1000, true), (1001, true), (1003, true), (1007, true), (1011, true), (1014, true), (3000, true),
      (4999, true),
      (0, false), (999, false), (1004, false), (1005, false), (1006, false), (1015, false), (2999, false),
      (5000, false),
      (65_535, false),
    ])
  mutating func closing(code: UInt16, isGood: Bool) {
    let content = [UInt8(code >> 8), UInt8(code & 255)]
    #expect(
      reader.take(FrameReader.Head(opcode: 8), content) == (isGood ? .close(code) : .failure(.protocolViolation)))
  }

  @Test("A close frame is empty, or has a code and a text")
  mutating func closingWords() {
    #expect(take(8) == .close(nil))
    #expect(reader.take(FrameReader.Head(opcode: 8), [3]) == .failure(.protocolViolation))
    #expect(reader.take(FrameReader.Head(opcode: 8), [3, 232] + Array("bye".utf8)) == .close(1000))
    #expect(reader.take(FrameReader.Head(opcode: 8), [3, 232, 0xff]) == .failure(.invalidText))
  }
}
