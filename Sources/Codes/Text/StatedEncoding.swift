/// An encoding that the format of a code's content states, in characters of ASCII.
enum StatedEncoding {
  /// Returns the encoding's name for `iconv`, or nil if the content states none that is known here.
  static func name(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4096).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    return russianPayment(text) ?? europeanTransfer(text) ?? slovenianPayment(text) ?? contact(text) ?? markup(text)
  }

  /// A payment by GOST R 56042-2014: the digit behind `ST` and the four digits of the version.
  private static func russianPayment(_ text: String) -> String? {
    guard text.hasPrefix("ST00") else { return nil }
    return ["1": "WINDOWS-1251", "2": "UTF-8", "3": "KOI8-R"][text.dropFirst(6).prefix(1)]
  }

  /// A credit transfer of the European Payments Council (EPC069-12): the third line.
  private static func europeanTransfer(_ text: String) -> String? {
    let lines = text.split(maxSplits: 3, omittingEmptySubsequences: false) { $0.isNewline }
    guard lines.count > 2, lines[0] == "BCD" else { return nil }
    let names = [
      "1": "UTF-8", "2": "ISO-8859-1", "3": "ISO-8859-2", "4": "ISO-8859-4", "5": "ISO-8859-5", "6": "ISO-8859-7",
      "7": "ISO-8859-10", "8": "ISO-8859-15",
    ]
    return names[String(lines[2])]
  }

  /// A Slovenian payment form (UPN QR), which is always in ISO 8859-2.
  private static func slovenianPayment(_ text: String) -> String? { text.hasPrefix("UPNQR") ? "ISO-8859-2" : nil }

  /// A contact or an event: the parameter `CHARSET` of vCard 2.1 and vCalendar 1.0.
  private static func contact(_ text: String) -> String? {
    guard text.uppercased().hasPrefix("BEGIN:V") else { return nil }
    return value(of: "CHARSET=", in: text)
  }

  private static func markup(_ text: String) -> String? {
    text.hasPrefix("<?xml") ? value(of: "ENCODING=", in: text) : nil
  }

  /// The name behind a key, in any case; nil if the system does not know it.
  private static func value(of key: String, in text: String) -> String? {
    let text = text.uppercased()
    guard let start = text.firstRange(of: key)?.upperBound else { return nil }
    let name = text[start...].drop { "\"'".contains($0) }.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return TextConverter.knows(String(name)) ? String(name) : nil
  }
}
