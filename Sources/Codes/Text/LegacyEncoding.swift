/// A legacy encoding that occurs in codes, with models of its languages.
enum LegacyEncoding: String, CaseIterable {
  /// Shift-JIS with Microsoft's extensions.
  case shiftJIS = "CP932"
  /// GB 18030, which contains GB 2312 and GBK.
  case gb18030 = "GB18030"
  case big5 = "BIG5"
  case eucKR = "EUC-KR"
  /// Windows-1252, which contains the letters of ISO 8859-1.
  case windows1252 = "WINDOWS-1252"
  case windows1250 = "WINDOWS-1250"
  case latin2 = "ISO-8859-2"
  case windows1251 = "WINDOWS-1251"
  case greek = "ISO-8859-7"
  /// Windows-1254, which contains the letters of ISO 8859-9.
  case windows1254 = "WINDOWS-1254"

  /// Returns the cost in bits above which no model fits; random bytes cost less.
  private static func highestCost(byteCount: Int) -> Double { 6 + 10 * Double(byteCount) }

  /// Returns the text of some bytes in the encoding in which it is most likely, or nil if no encoding fits.
  static func likeliestText(of bytes: [UInt8]) -> String? {
    guard !bytes.contains(where: isUnusualControl) else { return nil }
    var best: String?
    var leastCost = highestCost(byteCount: bytes.count { $0 >= 0x80 })
    for encoding in allCases {
      guard let text = TextConverter.convert(bytes, from: encoding.rawValue) else { continue }
      let cost = encoding.cost(of: text) + encoding.rarity
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

  /// Returns the cost of a text in bits in the best fitting language.
  private func cost(of text: String) -> Double {
    switch self {
    case .shiftJIS: LetterStatistics.japanese.cost(of: text)
    case .gb18030: LetterStatistics.simplifiedChinese.cost(of: text)
    case .big5: LetterStatistics.traditionalChinese.cost(of: text)
    case .eucKR: LetterStatistics.korean.cost(of: text)
    case .windows1252: Self.cost(of: text, LetterStatistics.western)
    case .windows1250, .latin2: Self.cost(of: text, LetterStatistics.central)
    case .windows1251: Self.cost(of: text, LetterStatistics.cyrillic)
    case .greek: Self.cost(of: text, LetterStatistics.greek)
    case .windows1254: Self.cost(of: text, LetterStatistics.turkish)
    }
  }

  private static func cost(of text: String, _ languages: [AlphabeticLanguage]) -> Double {
    languages.map { $0.cost(of: text) }.min() ?? .infinity
  }

  /// The cost of the encoding itself in bits; Windows-1252 is the most frequent one.
  private var rarity: Double {
    switch self {
    case .windows1252: 0
    case .latin2, .windows1254: 1
    default: 0.5
    }
  }
}
