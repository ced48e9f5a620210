import OpenCaptureMetadata

/// The text of a code's bytes.
///
/// Few codes declare the encoding of their text, and encoders do not follow the default of the standards (JIS8 in 2000,
/// Latin-1 since 2005). The encoding is therefore detected from the bytes:
///
/// 1. Bytes with a NUL among them are not text.
/// 2. Valid UTF-8 is UTF-8: text in another encoding is almost never valid UTF-8 by accident. A byte order mark is dropped.
/// 3. The format of the content may state the encoding, as payment codes and contacts do.
/// 4. Otherwise the text is decoded in each legacy encoding, and the one that is most likely by the letters of its languages
///    is taken: Shift-JIS, GB 18030, Big5, EUC-KR, Windows-1250, -1251, -1252 and -1254, ISO 8859-2 and -7.
/// 5. If none is likely, the text is ISO 8859-1, as the standard has it, which loses nothing.
public enum PayloadText {
  /// Returns the text of some bytes, or nil if they are not text.
  public static func decode(_ bytes: [UInt8]) -> String? {
    guard !bytes.contains(0) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) {
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
    return StatedEncoding.name(in: bytes).flatMap { TextConverter.convert(bytes, from: $0) }
      ?? LegacyEncoding.likeliestText(of: bytes)
      ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }

  /// Returns the text of a code of a symbology, or nil if its bytes are not text.
  ///
  /// Linear codes hold ISO 8859-1 beyond ASCII; no other encoding is usual in them.
  ///
  /// - Parameter encoding: The encoding, if the caller knows it. Bytes that are not valid in it are decoded as if it were nil.
  static func decode(_ bytes: [UInt8], of type: MetadataObjectType, as encoding: TextEncoding? = nil) -> String? {
    if let encoding, let text = TextConverter.convert(bytes, from: encoding.name) { return text }
    guard type.isLinear, !bytes.contains(0), String(validating: bytes, as: UTF8.self) == nil else {
      return decode(bytes)
    }
    return String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }
}
