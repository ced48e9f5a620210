import Testing
@testable import OpenCaptureCodes

@Suite("Characters of Code 39")
struct Code39Tests {
  @Test(
    "Full ASCII is read where it is evident",
    arguments: [
      ("12+A+B", "12ab"), ("E+X+T /A%J/J/C", "Ext !?*#"), ("A/B", "A/B"), ("10$", "10$"), ("100%", "100%"),
      ("+1", "+1"), ("A+", "A+"), ("+A/1", "+A/1"), ("PLAIN-1.5", "PLAIN-1.5"),
    ])
  func automatic(_ characters: String, _ text: String) {
    #expect(String(decoding: Code39Reading.automatic.apply(Array(characters.utf8)), as: UTF8.self) == text)
  }

  @Test("It is read always, or never, where that is asked for")
  func asked() {
    #expect(Code39Reading.fullASCII.apply(Array("A/B".utf8)) == Array("A\"".utf8))
    #expect(Code39Reading.plain.apply(Array("12+A".utf8)) == Array("12+A".utf8))
  }
}
