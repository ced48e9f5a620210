import Fixtures
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Characters of Code 39")
struct Code39Tests {
  @Test(
    "Characters are not interpreted by default", arguments: ["%WBA1234", "M+S-2024", "+A123BJC5D6E71G", "$A/B"])
  func plain(_ characters: String) throws {
    let picture = try #require(Code39Symbol(characters)).picture(pixelsPerModule: 2)
    let code = try #require(try CodeScanner(types: [.code39]).scan(picture).first)
    #expect(code.stringValue == characters)
    #expect(code.bytes == Array(characters.utf8))
  }

  @Test("Full ASCII is decoded on request, and the original characters are kept")
  func fullASCII() throws {
    let picture = try #require(Code39Symbol("12+A+B/A")).picture(pixelsPerModule: 2)
    var scanner = try CodeScanner(types: [.code39])
    scanner.code39Interpretation = .fullASCII
    let code = try #require(try scanner.scan(picture).first)
    #expect(code.stringValue == "12ab!")
    #expect(code.bytes == Array("12+A+B/A".utf8))
    var line = JSONLine()
    line.add(code)
    #expect(line.text.contains(#""original":"12+A+B/A""#))
  }

  @Test(
    "Shift characters without a valid pair are not interpreted",
    arguments: [
      ("12+A+B", "12ab"), ("E+X+T /A%J/J/C", "Ext !?*#"), ("10$", "10$"), ("100%", "100%"), ("+1", "+1"),
      ("A+", "A+"),
      ("+A/1", "+A/1"), ("PLAIN-1.5", "PLAIN-1.5"),
    ])
  func pairs(_ characters: String, _ text: String) {
    #expect(String(decoding: Code39Interpretation.fullASCII.apply(Array(characters.utf8)), as: UTF8.self) == text)
  }
}
