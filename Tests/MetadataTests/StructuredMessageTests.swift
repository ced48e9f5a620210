import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Messages over several codes")
struct StructuredMessageTests {
  private func part(_ index: Int, of total: Int, _ text: String, parity: UInt8 = 7) -> MachineReadableCodeObject {
    MachineReadableCodeObject(
      type: .qr, corners: Corners(.unit), bytes: Array(text.utf8), stringValue: text,
      descriptor: CodeDescriptor(structuredAppend: StructuredAppend(index: index, total: total, parity: parity)))
  }

  @Test("Parts are joined in their order, not in that in which they are found")
  func joined() throws {
    let message = try #require(
      StructuredMessage.complete(among: [part(2, of: 3, "c"), part(0, of: 3, "a"), part(1, of: 3, "b")]).first)
    #expect(message.stringValue == "abc")
    #expect(message.bytes == Array("abc".utf8))
    #expect(message.parts.count == 3)
  }

  @Test("Parts that do not say the number of parts belong to the message of their identifier")
  func unknownTotal() {
    func part(_ index: Int, of total: Int?, _ text: String, in file: String) -> MachineReadableCodeObject {
      MachineReadableCodeObject(
        type: .pdf417, corners: Corners(.unit), bytes: Array(text.utf8), stringValue: text,
        descriptor: CodeDescriptor(structuredAppend: StructuredAppend(index: index, total: total, identifier: file))
      )
    }
    let parts = [
      part(0, of: nil, "a", in: "123"), part(0, of: nil, "x", in: "124"), part(1, of: nil, "b", in: "123"),
      part(2, of: 3, "c", in: "123"),
    ]
    #expect(StructuredMessage.complete(among: parts).map(\.stringValue) == ["abc"])
  }

  @Test("A message that lacks a part is none, and codes without a place are in none")
  func incomplete() {
    let alone = MachineReadableCodeObject(type: .qr, corners: Corners(.unit), bytes: [65], stringValue: "A")
    #expect(StructuredMessage.complete(among: [part(0, of: 2, "a"), alone]).isEmpty)
    #expect(StructuredMessage.complete(among: [part(0, of: 2, "a"), part(0, of: 2, "a")]).isEmpty)
  }

  @Test("Messages are told apart by their parity; a part that is seen twice counts once")
  func several() {
    let messages = StructuredMessage.complete(among: [
      part(0, of: 2, "a", parity: 1), part(0, of: 2, "x", parity: 2), part(1, of: 2, "y", parity: 2),
      part(1, of: 2, "y", parity: 2), part(1, of: 2, "b", parity: 1),
    ])
    #expect(messages.map(\.stringValue) == ["ab", "xy"])
  }

  @Test("The text of a message with a part that is no text is none")
  func binary() throws {
    var binary = part(1, of: 2, "")
    (binary.bytes, binary.stringValue) = ([0xff, 1], nil)
    let message = try #require(StructuredMessage.complete(among: [part(0, of: 2, "a"), binary]).first)
    #expect(message.stringValue == nil)
    #expect(message.bytes == [65 + 32, 0xff, 1])
  }

  @Test("A character can begin in one part and end in the next")
  func splitCharacter() throws {
    var (first, second) = (part(0, of: 2, ""), part(1, of: 2, ""))
    (first.bytes, first.stringValue) = (Array("gr\u{fc}".utf8.dropLast()), "grÃ")
    (second.bytes, second.stringValue) = (Array("\u{fc}n".utf8.dropFirst()), nil)
    let message = try #require(StructuredMessage.complete(among: [first, second]).first)
    #expect(message.stringValue == "grün")
  }
}
