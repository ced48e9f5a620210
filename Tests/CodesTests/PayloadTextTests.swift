import Fixtures
import Glibc
import OpenCaptureMetadata
import Testing
@testable import OpenCaptureCodes

@Suite("Text of payloads")
struct PayloadTextTests {
  @Test(
    "UTF-8 is decoded in every script",
    arguments: ["", "plain ASCII", "Grüße", "日本語", "😀 ok", "line\nbreak\ttab", "naïve café"])
  func utf8(_ text: String) {
    #expect(PayloadText.decode(Array(text.utf8)) == text)
  }

  @Test("A byte order mark is removed")
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

  @Test(
    "Short texts in many languages are recognized in the encodings of their countries",
    arguments: [
      ("BIG5", "王小明，台北市中正區重慶南路一段"), ("BIG5", "陳美玲 高雄市三民區"), ("BIG5", "台灣大學"),
      ("EUC-KR", "홍길동, 서울특별시 중구 세종대로"), ("EUC-KR", "부산광역시 해운대구"), ("EUC-KR", "김영희"),
      ("ISO-8859-2", "Łódź, ul. Żółkiewskiego 5, Paweł Żak"), ("WINDOWS-1250", "Święty Mikołaj, Kraków"),
      ("WINDOWS-1250", "Jiří Dvořák, Plzeň"), ("ISO-8859-2", "Příliš žluťoučký kůň"),
      ("WINDOWS-1250", "Győr, Petőfi út"),
      ("WINDOWS-1251", "Москва, ул. Ленина, д. 10"), ("WINDOWS-1251", "Київ, вул. Хрещатик"),
      ("WINDOWS-1251", "София"),
      ("ISO-8859-7", "Αθήνα, Οδός Ερμού 12"), ("ISO-8859-7", "Γιώργος Παπαδόπουλος"),
      ("ISO-8859-9", "İstanbul, Şişli, Doğan Güneş"), ("ISO-8859-1", "ééécéé jj"),
      ("ISO-8859-1", "Ærøskøbing, Ålborg"),
      ("ISO-8859-1", "São João, Praça da República"), ("GB18030", "北京市海淀区中关村大街"), ("CP932", "東京都千代田区丸の内"),
    ])
  func languages(_ encoding: String, _ text: String) throws {
    let bytes = try #require(Self.encode(text, encoding))
    #expect(String(validating: bytes, as: UTF8.self) == nil)
    #expect(PayloadText.decode(bytes) == text)
  }

  @Test(
    "An encoding stated by the content is used",
    arguments: [
      ("KOI8-R", "ST00013|Name=Ромашка|LastName=ИВАНОВА"), ("WINDOWS-1251", "ST00011|Name=Ё"),
      ("ISO-8859-5", "BCD\n001\n5\nSCT\n\nПетър"), ("ISO-8859-2", "UPNQR\n\nŽan Đ"),
      ("CP932", "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=SHIFT_JIS:ﾔﾏﾀﾞ\nEND:VCARD"),
      ("KOI8-R", "<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>Имя</a>"),
    ])
  func stated(_ encoding: String, _ text: String) throws {
    #expect(PayloadText.decode(try #require(Self.encode(text, encoding))) == text)
  }

  @Test("The caller's encoding is used for a code that declares none, unless its bytes are invalid in it")
  func requested() throws {
    let koi = try #require(Self.encode("Привет", "KOI8-R"))
    let koi8 = try #require(TextEncoding(name: "koi8-r"))
    #expect(TextEncoding(name: "no-such-encoding") == nil)
    #expect(PayloadText.decode(koi, of: .qr, as: koi8) == "Привет")
    let ascii = try #require(TextEncoding(name: "ascii"))
    #expect(PayloadText.decode(Array("ü".utf8), of: .qr, as: ascii) == "ü")
    var scanner = CodeScanner()
    scanner.textEncoding = koi8
    let picture = try #require(QRSymbol(koi)).picture(pixelsPerModule: 4)
    #expect(try scanner.scan(picture).first?.stringValue == "Привет")
    let declared = try #require(QRSymbol([0xe1, 0xe2], mode: .eci(9))).picture(pixelsPerModule: 4)
    #expect(try scanner.scan(declared).first?.stringValue == "αβ")
  }

  private static func encode(_ text: String, _ encoding: String) -> [UInt8]? {
    let descriptor = iconv_open(encoding, "UTF-8")
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    var input = Array(text.utf8CString.dropLast())
    var output = [CChar](repeating: 0, count: 4 * input.count)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var source = input.baseAddress
        var left = input.count
        var target = output.baseAddress
        var room = output.count
        return iconv(descriptor, &source, &left, &target, &room) == 0 ? output.count - room : nil
      }
    }
    return count.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
  }

  @Test("Kanji and hanzi segments have the encoding of their mode; that of other bytes is detected")
  func segments() {
    let hanzi: [UInt8] = [0xd6, 0xd0, 0xb9, 0xfa, 0xa3, 0xac, 0xca, 0xc0]
    #expect(SegmentedText.decode(hanzi, libraryText: "中国，世") == "中国，世")
    // UTF-8, followed by Shift-JIS in kanji mode.
    let mixed = Array("ü ".utf8) + [0x93, 0xfa, 0x96, 0x7b]
    #expect(SegmentedText.decode(mixed, libraryText: "Ã¼ 日本") == "ü 日本")
    // Half-width katakana in byte mode next to kanji.
    #expect(SegmentedText.decode([0xb6, 0xc5, 0x93, 0xfa], libraryText: "¶Å日") == "ｶﾅ日")
    // A sign of kanji mode that is also in Latin-1.
    #expect(SegmentedText.decode([0x81, 0x98], libraryText: "§") == "§")
    // Only byte mode.
    #expect(SegmentedText.decode([0xd6, 0xd0, 0xb9, 0xfa], libraryText: "ÖÐ¹ú") == nil)
    #expect(SegmentedText.decode([0xd6, 0xd0], libraryText: "\u{FFFD}") == nil)
    #expect(SegmentedText.decode(Array("plain".utf8), libraryText: "plain") == nil)
  }

  @Test(
    "Bytes that contain NUL are not text",
    arguments: [[0], [0x41, 0, 0x42], [0xff, 0xfe, 0x41, 0]])
  func binary(_ bytes: [UInt8]) {
    #expect(PayloadText.decode(bytes) == nil)
  }

  @Test("Text in no usual encoding is decoded as ISO 8859-1, which loses nothing")
  func fallback() {
    for bytes in [[0x81, 0x20, 0xff], [0x01, 0xc5, 0x8d, 0xe9, 0x9d]] as [[UInt8]] {
      #expect(PayloadText.decode(bytes).map { $0.unicodeScalars.map { UInt8($0.value) } } == bytes)
    }
  }

  @Test("Half-width katakana are distinguished from hanzi by their voicing marks")
  func halfWidthKatakana() {
    #expect(PayloadText.decode([0x2a, 0xc3, 0xde, 0xbb, 0xde, 0xb2, 0xdd, 0x51, 0x52, 0x2a]) == "*ﾃﾞｻﾞｲﾝQR*")
    #expect(PayloadText.decode([0xde, 0xde, 0xbb, 0xdf, 0xb2, 0xdf]) != "ﾞﾞｻﾟｲﾟ")
  }

  @Test("The separators of GS1 and of ISO 15434 messages are text")
  func separators() {
    #expect(PayloadText.decode([0x5b, 0x29, 0x3e, 0x1e, 0x30, 0x36, 0x1d, 0x31, 0x04]) != nil)
  }

  @Test(
    "Kanji mode is Shift-JIS, including kanji of the second level",
    arguments: ["日本語", "檸檬", "薔薇", "鑿", "躇", "鸚鵡 §"], CodeScanner.defaultEngines.map(\.name))
  func kanjiMode(_ text: String, _ name: String) throws {
    let bytes = try #require(Self.encode(text.replacing(" ", with: ""), "CP932"))
    let engine = try #require(CodeScanner.defaultEngines.first { $0.name == name })
    let symbol = try #require(QRSymbol(bytes, mode: .kanji))
    let scanner = try CodeScanner(types: [.qr], engines: [engine])
    let code = try #require(try scanner.scan(symbol.picture(pixelsPerModule: 4)).first)
    #expect(code.stringValue == text.replacing(" ", with: ""))
    #expect(code.bytes == bytes)
  }

  @Test(
    "A declared encoding takes precedence over detection",
    arguments: [
      (3, [0xd6, 0xd0, 0xb9, 0xfa], "ÖÐ¹ú"), (9, [0xe1, 0xe2], "αβ"), (7, [0xbf, 0xe0], "Пр"),
      (26, Array("ü".utf8), "ü"), (20, [0xb6, 0xc5], "ｶﾅ"),
    ] as [(UInt32, [UInt8], String)])
  func eci(_ number: UInt32, _ bytes: [UInt8], _ text: String) throws {
    let symbol = try #require(QRSymbol(bytes, mode: .eci(number)))
    let code = try #require(try CodeScanner().scan(symbol.picture(pixelsPerModule: 4)).first)
    #expect(code.stringValue == text)
    // ZBar converts text with a declared encoding and provides only the result.
    #expect(code.bytes == (code.engine == "zbar" ? Array(text.utf8) : bytes))
  }
}
