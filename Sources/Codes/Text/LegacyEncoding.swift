/// A legacy encoding that occurs in codes, with models of its languages.
struct LegacyEncoding {
  /// The name in iconv.
  let name: String
  /// The cost of the encoding itself in bits.
  let rarity: Double
  /// A function that returns the cost of a text in bits in the best fitting language.
  let cost: @Sendable (String) -> Double

  static let all: [Self] = [
    // Shift-JIS with Microsoft's extensions.
    Self(name: "CP932", rarity: 0.5) { LetterStatistics.japanese.cost(of: $0) },
    // GB 18030 contains GB 2312 and GBK.
    Self(name: "GB18030", rarity: 0.5) { LetterStatistics.simplifiedChinese.cost(of: $0) },
    Self(name: "BIG5", rarity: 0.5) { LetterStatistics.traditionalChinese.cost(of: $0) },
    Self(name: "EUC-KR", rarity: 0.5) { LetterStatistics.korean.cost(of: $0) },
    // Windows-1252 contains the letters of ISO 8859-1. It is the most frequent encoding.
    Self(name: "WINDOWS-1252", rarity: 0) { leastCost(of: $0, in: LetterStatistics.western) },
    Self(name: "WINDOWS-1250", rarity: 0.5) { leastCost(of: $0, in: LetterStatistics.central) },
    Self(name: "ISO-8859-2", rarity: 1) { leastCost(of: $0, in: LetterStatistics.central) },
    Self(name: "WINDOWS-1251", rarity: 0.5) { leastCost(of: $0, in: LetterStatistics.cyrillic) },
    Self(name: "ISO-8859-7", rarity: 0.5) { leastCost(of: $0, in: LetterStatistics.greek) },
    // Windows-1254 contains the letters of ISO 8859-9.
    Self(name: "WINDOWS-1254", rarity: 1) { leastCost(of: $0, in: LetterStatistics.turkish) },
  ]

  private static func leastCost(of text: String, in languages: [AlphabeticLanguage]) -> Double {
    languages.map { $0.cost(of: text) }.min() ?? .infinity
  }

  /// Returns the text of some bytes in the encoding in which it is most likely, or nil if no encoding fits.
  static func likeliestText(of bytes: [UInt8]) -> String? {
    guard !bytes.contains(where: isUnusualControl) else { return nil }
    var best: String?
    // Above this cost, no model fits; random bytes cost less.
    var leastCost = 6 + 10 * Double(bytes.count { $0 >= 0x80 })
    for encoding in all {
      guard let text = TextConverter.convert(bytes, from: encoding.name) else { continue }
      let cost = encoding.cost(text) + encoding.rarity
      if cost < leastCost {
        best = text
        leastCost = cost
      }
    }
    return best
  }

  /// Returns whether a byte is an unusual control character.
  ///
  /// Usual ones are white space, escape, and the separators of GS1 and of ISO 15434 messages (EOT, FS, GS, RS, US).
  private static func isUnusualControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0d, 0x04, 0x1b...0x1f: false
    default: byte < 0x20 || byte == 0x7f
    }
  }
}
