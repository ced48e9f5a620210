/// Text of a code whose segments have encodings of their own: in QR codes hanzi mode is GB 18030, kanji mode Shift-JIS,
/// whatever the bytes beside them are.
///
/// The bytes alone don't tell where segments begin. zxing-cpp knows, but doesn't say where its text is a guess: it is one
/// where all bytes in one of the encodings that the library guesses give the same.
enum SegmentedText {
  /// What the library guesses where it knows nothing, besides UTF-8.
  private static let guesses = ["CP932", "ISO-8859-1"]
  /// Tables differ about some characters, such as the wave dash.
  private static let leastShare = 0.9

  /// The text of the segments; nil where the library knew no more than the bytes tell.
  static func decode(_ bytes: [UInt8], libraryText text: String) -> String? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil, !text.isEmpty,
      !text.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    let isGuess = guesses.contains { encoding in
      TextConverter.convert(bytes, from: encoding).map { isAlike($0, text) } ?? false
    }
    return isGuess ? nil : text
  }

  private static func isAlike(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    guard a.count == b.count else { return false }
    let same = zip(a, b).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    return Double(same) >= leastShare * Double(a.count)
  }
}
