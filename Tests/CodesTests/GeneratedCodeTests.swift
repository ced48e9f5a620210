import OpenCaptureCodes
import Fixtures
import OpenCaptureMetadata
import Testing

/// Clean codes made by libqrencode, which must all be read byte for byte.
@Suite("Generated QR codes")
struct GeneratedCodeTests {
  /// A kind of payload.
  enum Payload: CaseIterable {
    case latin, greekAndCyrillic, japanese, chinese, arabic, emoji, shiftJIS, binary, digits, url

    func bytes(length: Int) -> (bytes: [UInt8], text: String?) {
      switch self {
      case .latin: utf8("Grüße aus Köln, où l'été naît. ", length)
      case .greekAndCyrillic: utf8("Καλημέρα κόσμε, Привет мир. ", length)
      case .japanese: utf8("日本語のテキストです。", length)
      case .chinese: utf8("二维码里的中文内容，", length)
      case .arabic: utf8("مرحبا بالعالم ", length)
      case .emoji: utf8("📷🎞️👩‍🔬 ok ", length)
      case .digits: utf8("0123456789", length)
      case .url: utf8("HTTPS://EXAMPLE.COM/A?B=1&C=%20#x/", length)
      // "日本語テスト" in Shift-JIS.
      case .shiftJIS:
        repeated([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "日本語テスト", length)
      case .binary: ((0..<max(1, length)).map { UInt8(truncatingIfNeeded: $0 * 151) }, nil)
      }
    }

    private func utf8(_ text: String, _ length: Int) -> (bytes: [UInt8], text: String?) {
      repeated(Array(text.utf8), text, length)
    }

    private func repeated(_ bytes: [UInt8], _ text: String, _ length: Int) -> (bytes: [UInt8], text: String?) {
      let count = max(1, length / bytes.count)
      return (Array(repeatElement(bytes, count: count).joined()), String(repeating: text, count: count))
    }
  }

  /// Returns the approximate capacity of a code in bytes, at most 3/4 of the value in the standard.
  private func capacity(version: Int, level: QRSymbol.Level) -> Int {
    let modules = Double((17 + 4 * version) * (17 + 4 * version) - 225 - 25 * (version / 7) * (version / 7))
    let share: [QRSymbol.Level: Double] = [.low: 0.78, .medium: 0.6, .quartile: 0.44, .high: 0.33]
    return Int(modules / 8 * (share[level] ?? 0) * 0.8) - 4
  }

  @Test("All 460 codes are read byte for byte", arguments: 1...40)
  func exact(_ version: Int) throws {
    let scanner = CodeScanner()
    let payloads = Payload.allCases
    for index in 0..<(version <= 20 ? 12 : 11) {
      let level = QRSymbol.Level.allCases[(index + version) % 4]
      let payload = payloads[(index + version) % payloads.count].bytes(
        length: capacity(version: version, level: level))
      let scale = 2 + (index + version) % 7
      let symbol = try #require(QRSymbol(payload.bytes, level: level, version: version))
      let codes = try scanner.scan(symbol.picture(pixelsPerModule: scale))
      let name = "version \(symbol.version), \(level), \(scale) pixels a module, \(payload.bytes.count) bytes"
      #expect(codes.count == 1, "\(name)")
      #expect(codes.first?.bytes == payload.bytes, "\(name)")
      #expect(codes.first?.stringValue == payload.text, "\(name)")
    }
  }
}
