import OpenCaptureCommandSupport
import Testing
import OpenCaptureSystem

@Suite("Output of commands")
struct OutputTests {
  @Test("Output names are derived from the inputs' names, and never repeat")
  func outputNames() {
    var names = OutputNames()
    let inputs = ["a/x.jpg", "b/x.png", "x", ".hidden", "-", "dir/", "x-2.jpg"]
    #expect(
      inputs.map { names.name(for: InputPath($0)).text } == [
        "x.png", "x-2.png", "x-3.png", ".hidden.png", "standard-input.png", "dir.png", "x-2-2.png",
      ])
  }

  @Test("The progress line shows the count, and estimates the remaining time")
  func progress() {
    #expect(
      ProgressBar.line(done: 100, of: 400, unit: "pictures", note: "1 code", elapsed: 2)
        == "[#####···············] 100/400 pictures, 1 code, 6 s left")
    #expect(
      ProgressBar.line(done: 0, of: 9, unit: "frames", note: nil, elapsed: 1) == "[····················] 0/9 frames"
    )
    #expect(
      ProgressBar.line(done: 7, of: nil, unit: "pictures", note: "3 codes", elapsed: 1) == "7 pictures, 3 codes")
  }

  @Test("Escaped text is one line without control characters")
  func escapes() {
    let line = EscapedText.line("a\r\nb\u{9b}2J\u{7f}\u{85}é\u{202e}\u{2028}\u{0}")
    #expect(line == #"a\r\nb\u{9B}2J\u{7F}\u{85}é\u{202E}\u{2028}\u{0}"#)
    #expect(EscapedText.line([0x41, 0x5c, 0x0a, 0xff]) == #"A\\\x0a\xff"#)
  }

  @Test("Escapes differ from text that looks like one")
  func escapedBackslash() {
    #expect(EscapedText.line("\u{202E}") != EscapedText.line(#"\u{202E}"#))
    #expect(EscapedText.line(#"C:\new"#) == #"C:\\new"#)
    #expect(EscapedText.line([0x5c, 0x78, 0x66, 0x66]) != EscapedText.line([0xff]))
  }
}
