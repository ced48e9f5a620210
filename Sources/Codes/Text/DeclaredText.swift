/// A decoder for text whose encoding is declared by extended channel interpretations (AIM ECI).
///
/// A message starts with a symbology identifier of three characters. Runs of bytes follow, each preceded by `\` and
/// the six digits of its interpretation. A `\` in the content is doubled.
package enum DeclaredText {
  /// Returns the text of a message, or nil if an interpretation is unknown or its bytes are invalid.
  package static func decode(_ message: [UInt8]) -> String? {
    var text = ""
    for part in parts(of: message) {
      guard let piece = decode(part) else { return nil }
      text += piece
    }
    return text.isEmpty ? nil : text
  }

  /// Returns the interpretation at the start of a message, or nil if it has none.
  package static func firstInterpretation(of message: [UInt8]) -> Int? { parts(of: message).first?.interpretation }

  private static func decode(_ part: (interpretation: Int?, bytes: [UInt8])) -> String? {
    guard let number = part.interpretation else { return PayloadText.decode(part.bytes) }
    guard let encoding = encodings[number] else { return nil }
    if part.bytes.isEmpty { return "" }
    return TextConverter.convert(part.bytes, from: encoding)
  }

  /// The registered character sets, by their names in iconv.
  static let encodings: [Int: String] = [
    0: "CP437", 1: "ISO-8859-1", 2: "CP437", 3: "ISO-8859-1", 4: "ISO-8859-2", 5: "ISO-8859-3", 6: "ISO-8859-4",
    7: "ISO-8859-5", 8: "ISO-8859-6", 9: "ISO-8859-7", 10: "ISO-8859-8", 11: "ISO-8859-9", 12: "ISO-8859-10",
    13: "ISO-8859-11", 15: "ISO-8859-13", 16: "ISO-8859-14", 17: "ISO-8859-15", 18: "ISO-8859-16", 20: "CP932",
    21: "WINDOWS-1250", 22: "WINDOWS-1251", 23: "WINDOWS-1252", 24: "WINDOWS-1256", 25: "UTF-16BE", 26: "UTF-8",
    27: "ASCII", 28: "BIG5", 29: "GB18030", 30: "EUC-KR", 31: "GBK", 32: "GB18030", 33: "UTF-16LE", 34: "UTF-32BE",
    35: "UTF-32LE", 170: "ASCII",
  ]

  private static func parts(of message: [UInt8]) -> [(interpretation: Int?, bytes: [UInt8])] {
    var parts: [(interpretation: Int?, bytes: [UInt8])] = []
    var rest = message.dropFirst(3)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first != byte {
        parts.append((Int(String(decoding: rest.prefix(6), as: UTF8.self)), []))
        rest = rest.dropFirst(6)
        continue
      }
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
      if parts.isEmpty { parts.append((nil, [])) }
      parts[parts.count - 1].bytes.append(byte)
    }
    return parts
  }
}
