import Fixtures
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Text of payloads")
struct PayloadTextTests {
  @Test(
    "UTF-8 is UTF-8 in every script",
    arguments: ["", "plain ASCII", "Grüße", "日本語", "😀 ok", "line\nbreak\ttab", "naïve café"])
  func utf8(_ text: String) {
    #expect(PayloadText.decode(Array(text.utf8)) == text)
  }

  @Test("A byte order mark is no part of the text")
  func byteOrderMark() {
    #expect(PayloadText.decode([0xef, 0xbb, 0xbf] + Array("text".utf8)) == "text")
  }

  @Test(
    "Shift-JIS is recognized",
    arguments: [
      ([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], "日本語"), ([0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "テスト"),
      ([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd], "こんにちは"),
      ([0x41, 0x42, 0x43, 0x20, 0x93, 0x8c, 0x8b, 0x9e, 0x81, 0x42], "ABC 東京。"),
    ] as [([UInt8], String)])
  func shiftJIS(_ bytes: [UInt8], _ text: String) {
    #expect(PayloadText.decode(bytes) == text)
  }

  @Test(
    "GB18030 is recognized",
    arguments: [
      ([0xd6, 0xd0, 0xb9, 0xfa], "中国"), ([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7], "你好，世界"),
      ([0x57, 0x69, 0x46, 0x69, 0x20, 0xc3, 0xdc, 0xc2, 0xeb], "WiFi 密码"),
    ] as [([UInt8], String)])
  func gb18030(_ bytes: [UInt8], _ text: String) {
    #expect(PayloadText.decode(bytes) == text)
  }

  @Test(
    "Latin-1 is recognized",
    arguments: [
      ([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], "Müller"), ([0x63, 0x61, 0x66, 0xe9], "café"),
      ([0x47, 0x72, 0xf6, 0xdf, 0x65], "Größe"), ([0xc4, 0x72, 0x67, 0x65, 0x72], "Ärger"),
      ([0x32, 0x30, 0xb0, 0x43], "20°C"), ([0x80, 0x20, 0x35], "€ 5"),
      ([0x6e, 0xe9, 0x20, 0x65, 0x6e, 0x20, 0xe9, 0x74, 0xe9], "né en été"),
    ] as [([UInt8], String)])
  func latin1(_ bytes: [UInt8], _ text: String) {
    #expect(PayloadText.decode(bytes) == text)
  }

  @Test("What segments say of their encodings is believed before the bytes are asked; a library's guess is not")
  func segments() {
    let hanzi: [UInt8] = [0xd6, 0xd0, 0xb9, 0xfa, 0xa3, 0xac, 0xca, 0xc0]
    #expect(SegmentedText.decode(hanzi, libraryText: "中国，世") == "中国，世")
    // UTF-8 and, in kanji mode, Shift-JIS.
    let mixed = Array("ü ".utf8) + [0x93, 0xfa, 0x96, 0x7b]
    #expect(SegmentedText.decode(mixed, libraryText: "ü 日本") == "ü 日本")
    #expect(PayloadText.decode(mixed) != "ü 日本")
    // The same bytes by guesses of the library: half-width katakana, letters of Latin-1, a dash that tables differ about.
    #expect(SegmentedText.decode([0xd6, 0xd0, 0xb9, 0xda], libraryText: "ﾖﾐｹﾚ") == nil)
    #expect(SegmentedText.decode([0xd6, 0xd0, 0xb9, 0xfa], libraryText: "ÖÐ¹ú") == nil)
    let dashed = Array(repeatElement([0x93, 0xfa, 0x96, 0x7b] as [UInt8], count: 5).joined()) + [0x81, 0x60]
    #expect(SegmentedText.decode(dashed, libraryText: String(repeating: "日本", count: 5) + "〜") == nil)
    #expect(SegmentedText.decode(Array("ü".utf8), libraryText: "Ã¼") == nil)
    #expect(SegmentedText.decode([0xd6, 0xd0], libraryText: "\u{FFFD}") == nil)
    #expect(SegmentedText.decode(Array("plain".utf8), libraryText: "plain") == nil)
  }

  @Test(
    "Bytes with a NUL among them are not passed off as text",
    arguments: [[0], [0x41, 0, 0x42], [0xff, 0xfe, 0x41, 0]])
  func binary(_ bytes: [UInt8]) {
    #expect(PayloadText.decode(bytes) == nil)
  }

  @Test("What is no text in any usual encoding is ISO 8859-1, which loses nothing")
  func fallback() {
    for bytes in [[0x81, 0x20, 0xff], [0x01, 0xc5, 0x8d, 0xe9, 0x9d]] as [[UInt8]] {
      #expect(PayloadText.decode(bytes).map { $0.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }
  }

  @Test("Half-width katakana are told from hanzi by their voicing marks")
  func halfWidthKatakana() {
    #expect(PayloadText.decode([0x2a, 0xc3, 0xde, 0xbb, 0xde, 0xb2, 0xdd, 0x51, 0x52, 0x2a]) == "*ﾃﾞｻﾞｲﾝQR*")
    #expect(PayloadText.decode([0xc3, 0xde, 0xde, 0xbb, 0xb2, 0xdd]) != "ﾃﾞﾞｻｲﾝ")
  }

  @Test("The separators of GS1 and of ISO 15434 messages are text")
  func separators() {
    #expect(PayloadText.decode([0x5b, 0x29, 0x3e, 0x1e, 0x30, 0x36, 0x1d, 0x31, 0x04]) != nil)
  }

  @Test("Kanji mode comes out as the characters it stands for, with the bytes of Shift-JIS")
  func kanjiMode() throws {
    let bytes: [UInt8] = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]
    let symbol = try #require(QRSymbol(bytes, mode: .kanji))
    let code = try #require(try CodeScanner().scan(symbol.picture(pixelsPerModule: 4)).first)
    #expect(code.stringValue == "日本語")
    #expect(code.bytes == bytes)
  }

  @Test(
    "A declared encoding is believed, not guessed",
    arguments: [
      (3, [0xd6, 0xd0, 0xb9, 0xfa], "ÖÐ¹ú"), (9, [0xe1, 0xe2], "αβ"), (7, [0xbf, 0xe0], "Пр"),
      (26, Array("ü".utf8), "ü"), (20, [0xb6, 0xc5], "ｶﾅ"),
    ] as [(UInt32, [UInt8], String)])
  func eci(_ number: UInt32, _ bytes: [UInt8], _ text: String) throws {
    let symbol = try #require(QRSymbol(bytes, mode: .eci(number)))
    let code = try #require(try CodeScanner().scan(symbol.picture(pixelsPerModule: 4)).first)
    #expect(code.stringValue == text)
    // ZBar converts what is declared, and has only the result.
    #expect(code.bytes == (code.engine == "zbar" ? Array(text.utf8) : bytes))
  }
}
