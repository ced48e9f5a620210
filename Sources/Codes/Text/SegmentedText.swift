/// A decoder for codes whose segments have different encodings.
///
/// In QR codes, kanji mode is Shift-JIS and hanzi mode is GB 18030 (ISO/IEC 18004, 7.4.6; GB/T 18284). The bytes
/// alone don't show where such a segment begins. zxing-cpp decodes these segments and renders every other byte as
/// the character of the same value.
enum SegmentedText {
  /// Returns the text of the segments from that of zxing-cpp, or nil if all bytes are in byte mode.
  static func decode(_ bytes: [UInt8], libraryText text: String) -> String? {
    segments(of: bytes, text).flatMap(joined)
  }

  /// Returns the text of segments, or nil if all are in byte mode or they don't match the bytes.
  static func decode(_ bytes: [UInt8], segments: [QRSegments.Segment]) -> String? {
    guard segments.reduce(0, { $0 + $1.byteCount }) == bytes.count else { return nil }
    var rest = bytes[...]
    var decoded: [Segment] = []
    for segment in segments {
      let bytes = Array(rest.prefix(segment.byteCount))
      rest = rest.dropFirst(segment.byteCount)
      let text = segment.encoding.flatMap { TextConverter.convert(bytes, from: $0) }
      if segment.encoding != nil, text == nil { return nil }
      decoded.append(Segment(encoding: segment.encoding, bytes: bytes, text: text))
    }
    return joined(decoded)
  }

  private static func joined(_ segments: [Segment]) -> String? {
    guard let encoding = segments.lazy.compactMap(\.encoding).first else { return nil }
    return segments.reduce(into: "") { $0 += $1.text ?? decode($1.bytes, beside: encoding) }
  }

  /// A run of bytes in one mode.
  private struct Segment {
    /// The encoding that the mode declares; nil in byte mode.
    var encoding: String?
    var bytes: [UInt8] = []
    /// The text of the bytes; nil in byte mode.
    var text: String?
  }

  private static func segments(of bytes: [UInt8], _ text: String) -> [Segment]? {
    var segments: [Segment] = []
    var rest = bytes[...]
    for character in text.unicodeScalars {
      guard let first = rest.first, character != "\u{FFFD}" else { return nil }
      // The lead byte of a double-byte character never equals the character's Unicode value.
      let isByte = character.value == UInt32(first)
      guard isByte || rest.count >= 2 else { return nil }
      let piece = Array(rest.prefix(isByte ? 1 : 2))
      let encoding = isByte ? nil : encoding(of: piece, as: character)
      if segments.isEmpty || segments[segments.count - 1].encoding != encoding {
        segments.append(Segment(encoding: encoding, text: isByte ? nil : ""))
      }
      segments[segments.count - 1].bytes += piece
      if !isByte { segments[segments.count - 1].text?.unicodeScalars.append(character) }
      rest = rest.dropFirst(piece.count)
    }
    return rest.isEmpty ? segments : nil
  }

  /// Returns the encoding in which a pair of bytes is a character, Shift-JIS if the tables differ.
  private static func encoding(of pair: [UInt8], as character: Unicode.Scalar) -> String {
    TextConverter.convert(pair, from: "GB18030") == String(character) ? "GB18030" : "CP932"
  }

  /// Decodes bytes in byte mode: as UTF-8, in the encoding of their neighbours, or by detection.
  private static func decode(_ bytes: [UInt8], beside encoding: String) -> String {
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let text = isUTF8 ? nil : TextConverter.convert(bytes, from: encoding)
    return text ?? PayloadText.decode(bytes) ?? ""
  }
}
