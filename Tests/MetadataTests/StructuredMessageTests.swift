import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite("Messages over several codes")
struct StructuredMessageTests {
  private func part(_ index: Int, of total: Int, _ text: String, parity: UInt8 = 7) -> MachineReadableCodeObject {
    MachineReadableCodeObject(
      type: .qr, cornerPoints: Corners(.unit), bytes: Array(text.utf8), stringValue: text,
      symbolDescriptor: CodeDescriptor(
        structuredAppend: StructuredAppend(index: index, total: total, parity: parity)))
  }

  @Test("Parts are joined in the order of the message, not of detection")
  func joined() throws {
    let message = try #require(
      StructuredMessage.complete(among: [part(2, of: 3, "c"), part(0, of: 3, "a"), part(1, of: 3, "b")]).first)
    #expect(message.stringValue == "abc")
    #expect(message.bytes == Array("abc".utf8))
    #expect(message.parts.count == 3)
  }

  @Test("Parts without the number of parts belong to the message with their identifier")
  func unknownTotal() {
    func part(_ index: Int, of total: Int?, _ text: String, in file: String) -> MachineReadableCodeObject {
      MachineReadableCodeObject(
        type: .pdf417, cornerPoints: Corners(.unit), bytes: Array(text.utf8), stringValue: text,
        symbolDescriptor: CodeDescriptor(
          structuredAppend: StructuredAppend(index: index, total: total, identifier: file)))
    }
    let parts = [
      part(0, of: nil, "a", in: "123"), part(0, of: nil, "x", in: "124"), part(1, of: nil, "b", in: "123"),
      part(2, of: 3, "c", in: "123"),
    ]
    #expect(StructuredMessage.complete(among: parts).map(\.stringValue) == ["abc"])
  }

  @Test("An incomplete message is not reported, and codes without a position belong to none")
  func incomplete() {
    let alone = MachineReadableCodeObject(type: .qr, cornerPoints: Corners(.unit), bytes: [65], stringValue: "A")
    #expect(StructuredMessage.complete(among: [part(0, of: 2, "a"), alone]).isEmpty)
    #expect(StructuredMessage.complete(among: [part(0, of: 2, "a"), part(0, of: 2, "a")]).isEmpty)
  }

  @Test("Messages differ by their parity, and a repeated part counts once")
  func several() {
    let messages = StructuredMessage.complete(among: [
      part(0, of: 2, "a", parity: 1), part(0, of: 2, "x", parity: 2), part(1, of: 2, "y", parity: 2),
      part(1, of: 2, "y", parity: 2), part(1, of: 2, "b", parity: 1),
    ])
    #expect(messages.map(\.stringValue) == ["ab", "xy"])
  }

  @Test("A message with a part that is not text has no text")
  func binary() throws {
    var binary = part(1, of: 2, "")
    binary.bytes = [0xff, 1]
    binary.stringValue = nil
    let message = try #require(StructuredMessage.complete(among: [part(0, of: 2, "a"), binary]).first)
    #expect(message.stringValue == nil)
    #expect(message.bytes == [0x61, 0xff, 1])
  }

  @Test("A character can begin in one part and end in the next")
  func splitCharacter() throws {
    var first = part(0, of: 2, "")
    var second = part(1, of: 2, "")
    first.bytes = Array("gr\u{fc}".utf8.dropLast())
    first.stringValue = "grÃ"
    second.bytes = Array("\u{fc}n".utf8.dropFirst())
    second.stringValue = nil
    let message = try #require(StructuredMessage.complete(among: [first, second]).first)
    #expect(message.stringValue == "grün")
  }
}
