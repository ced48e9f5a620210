import OpenCaptureMetadata

/// What the bytes of a code say, where they are text.
///
/// Codes seldom declare how their text is coded, and what the standards say is the default (JIS8 in 2000, Latin-1
/// since 2005) is not what encoders do. So the bytes are asked:
///
/// 1. Bytes with a NUL among them are not text.
/// 2. Valid UTF-8 is UTF-8: text in another encoding is almost never valid UTF-8 by accident, because its high
///    bytes would have to come in the right runs. A byte order mark in front is dropped.
/// 3. Else Shift-JIS, GB18030 and Latin-1 (as Windows-1252) are tried, and that reading wins whose characters are
///    the most usual ones in texts of its language.
/// 4. Where none is plausible, it is ISO 8859-1 after all, as the standard has it: a reading that loses nothing.
public enum PayloadText {
  /// The text that `bytes` hold; nil where they are not text.
  public static func decode(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(0) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) {
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
    return LegacyEncoding.mostPlausibleText(of: bytes)
      ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }

  /// The text that the bytes of a code of some symbology hold; nil where they are not text.
  ///
  /// What linear codes hold beyond ASCII is ISO 8859-1, and no other encoding is usual in them; else as
  /// ``decode(_:)``.
  static func decode(_ bytes: [UInt8], of type: MetadataObjectType) -> String? {
    guard type.isLinear, !bytes.contains(0), String(validating: bytes, as: UTF8.self) == nil else {
      return decode(bytes)
    }
    return String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }
}
