import Glibc
import Testing

@testable import scan_qr

@Suite("Parts of scan-qr")
struct PartsTests {
  @Test("Results come out in order, whatever order they come in")
  func ordered() {
    var results = OrderedResults<String>()
    #expect(results.insert("c", at: 2) == [])
    #expect(results.insert("a", at: 0) == ["a"])
    #expect(results.insert("b", at: 1) == ["b", "c"])
    #expect(results.insert("f", at: 5) == [])
    #expect(results.insert("e", at: 4) == [])
    #expect(results.drain() == ["e", "f"])
    #expect(results.drain() == [])
  }

  @Test(
    "Where several statuses apply, interrupted goes before failed before found before nothing",
    arguments: [
      (true, true, SIGINT, .interrupted), (true, true, SIGTERM, .terminated),
      (true, true, nil, .inputFailed), (false, true, nil, .inputFailed), (true, false, nil, .found),
      (false, false, nil, .nothingFound),
    ] as [(Bool, Bool, Int32?, scan_qr.ExitStatus)])
  func exitStatus(_ found: Bool, _ failed: Bool, _ signal: Int32?, _ status: scan_qr.ExitStatus) {
    #expect(scan_qr.ExitStatus(found: found, failed: failed, signal: signal) == status)
  }

  @Test("Output names are the inputs' own, and never the same twice")
  func outputNames() {
    var names = OutputNames()
    let inputs = ["a/x.jpg", "b/x.png", "x", ".hidden", "-", "dir/", "x-2.jpg"]
    #expect(
      inputs.map { names.name(for: InputPath($0)).text } == [
        "x.png", "x-2.png", "x-3.png", ".hidden.png", "standard-input.png", "dir.png", "x-2-2.png",
      ])
  }

  @Test("The progress line counts, and guesses the rest from what is done")
  func progress() {
    #expect(
      ProgressBar.line(done: 100, of: 400, found: 1, elapsed: 2)
        == "[#####···············] 100/400 pictures, 1 code, 6 s left")
    #expect(
      ProgressBar.line(done: 0, of: 9, found: 0, elapsed: 1) == "[····················] 0/9 pictures, 0 codes")
    #expect(ProgressBar.line(done: 7, of: nil, found: 3, elapsed: 1) == "7 pictures, 3 codes")
  }

  @Test("JSON numbers are short, and text is escaped as RFC 8259 asks")
  func json() {
    var line = JSONLine()
    line.add("a\"", "\u{1}\\\u{2028}é😀")
    line.add("n", [1, -2.5, 1.0 / 3, 1e300, .nan])
    line.add("p", [[0, 1], [2.25, 3]])
    line.addNull("x")
    #expect(line.text == #"{"a\"":"\u0001\\\u2028é😀","n":[1,-2.5,0.33,null,null],"p":[[0,1],[2.25,3]],"x":null}"#)
  }

  @Test("Escapes leave one line, without anything that a terminal obeys")
  func escapes() {
    #expect(EscapedText.line("a\r\nb\u{9b}2J\u{7f}\u{85}é\\") == "a\\r\\nb\\x9b2J\\x7f\\x85é\\")
    #expect(EscapedText.line([0x41, 0x5c, 0x0a, 0xff]) == "A\\\\x0a\\xff")
  }

  @Test("A list of types holds what it names; all is whatever can be read")
  func types() throws {
    #expect(try TypeList.parse("qr,EAN13, code128") == [.qr, .ean13, .code128])
    #expect(try TypeList.parse("all").count == TypeList.readableNames.count)
    #expect(throws: (any Error).self) { try TypeList.parse(",") }
    #expect(throws: (any Error).self) { try TypeList.parse("pdf417") }
  }
}
