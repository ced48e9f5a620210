/// What the bytes of a code say, where they are text.
///
/// Codes seldom declare how their text is coded, and what the standards say is the default (JIS8 in 2000, Latin-1
/// since 2005) is not what encoders do. So the bytes are asked:
///
/// 1. Valid UTF-8 is UTF-8: text in another encoding is almost never valid UTF-8 by accident, because its high
///    bytes would have to come in the right runs. A byte order mark in front is dropped.
/// 2. Else Shift-JIS, GB18030 and Latin-1 (as Windows-1252) are tried, and that reading wins whose characters are
///    the most usual ones in texts of its language (``LegacyEncoding/plausibility(of:)``).
/// 3. Bytes with control characters that no text has, or without a plausible reading, are not text.
public enum PayloadText {
  /// The text that `bytes` hold; nil where they are not text.
  public static func decode(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(where: isBinaryControl) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) {
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
    return LegacyEncoding.mostPlausibleText(of: bytes)
  }

  /// Whether text doesn't hold this control character.
  ///
  /// It does hold white space, escape, and the separators of GS1 and of ISO 15434 messages (EOT, FS, GS, RS, US).
  private static func isBinaryControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0d, 0x04, 0x1b...0x1f: false
    case 0..<0x20, 0x7f: true
    default: false
    }
  }
}
