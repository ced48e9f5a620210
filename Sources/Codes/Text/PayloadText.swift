import OpenCaptureMetadata

/// A decoder for the text of a code's bytes.
///
/// Few codes declare their text encoding, and encoders ignore the defaults of the standards (JIS8 in 2000, Latin-1
/// since 2005). Therefore the encoding is detected from the bytes:
///
/// 1. Bytes that contain NUL are not text.
/// 2. Valid UTF-8 is UTF-8: text in another encoding is almost never valid UTF-8. A byte order mark is removed.
/// 3. The format of the content may state the encoding, as in payment codes and contacts.
/// 4. Otherwise the legacy encoding with the most likely letters is used. These are Shift-JIS, GB 18030, Big5, EUC-KR,
///    Windows-1250, -1251, -1252 and -1254, and ISO 8859-2 and -7.
/// 5. If none is likely, the text is decoded as ISO 8859-1, the default of the standard, which loses nothing.
public enum PayloadText {
  /// Returns the text of some bytes, or nil if they are not text.
  public static func decode(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(0) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) {
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
    return StatedEncoding.name(in: bytes).flatMap { TextConverter.convert(bytes, from: $0) }
      ?? LegacyEncoding.likeliestText(of: bytes) ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }

  /// Returns the text of a code of a symbology, or nil if its bytes are not text.
  ///
  /// Linear codes contain ISO 8859-1 beyond ASCII. Other encodings are unusual in them.
  ///
  /// - Parameter encoding: The encoding, if known. Bytes that are invalid in it are decoded as if it were nil.
  static func decode(_ bytes: [UInt8], of type: MetadataObjectType, as encoding: TextEncoding? = nil) -> String? {
    if let encoding, let text = TextConverter.convert(bytes, from: encoding.name) { return text }
    guard type.isLinear, !bytes.contains(0), String(validating: bytes, as: UTF8.self) == nil else {
      return decode(bytes)
    }
    return String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }
}

/// A detector for encodings that the format of the content states in ASCII.
enum StatedEncoding {
  /// Returns the encoding's name for `iconv`, or nil if the content states no known encoding.
  static func name(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4096).map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    return russianPayment(text) ?? europeanTransfer(text) ?? slovenianPayment(text) ?? contact(text) ?? markup(text)
  }

  /// A payment by GOST R 56042-2014: the digit after `ST` and the four-digit version.
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

  /// A Slovenian payment form (UPN QR), which is always ISO 8859-2.
  private static func slovenianPayment(_ text: String) -> String? { text.hasPrefix("UPNQR") ? "ISO-8859-2" : nil }

  /// A contact or an event: the parameter `CHARSET` of vCard 2.1 and vCalendar 1.0.
  private static func contact(_ text: String) -> String? {
    guard text.uppercased().hasPrefix("BEGIN:V") else { return nil }
    return value(of: "CHARSET=", in: text)
  }

  private static func markup(_ text: String) -> String? {
    text.hasPrefix("<?xml") ? value(of: "ENCODING=", in: text) : nil
  }

  /// Returns the name after a key, ignoring case, or nil if the system doesn't know it.
  private static func value(of key: String, in text: String) -> String? {
    let text = text.uppercased()
    guard let start = text.firstRange(of: key)?.upperBound else { return nil }
    let name = text[start...].drop { "\"'".contains($0) }.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return TextConverter.knows(String(name)) ? String(name) : nil
  }
}
