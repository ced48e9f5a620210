import Glibc

/// A model of Chinese, Japanese or Korean text, based on the frequency of characters, with costs in bits.
struct IdeographicLanguage: Sendable {
  /// A script with its encoding.
  enum Script: Sendable { case simplifiedChinese, traditionalChinese, japanese, korean }

  private let script: Script
  private let ranks: [Unicode.Scalar: Int]

  /// Creates a model of a script from its most frequent characters in order.
  init(script: Script, characters: String) {
    self.script = script
    ranks = Dictionary(
      characters.unicodeScalars.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the cost of a text in bits.
  func cost(of text: String) -> Double {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.filter { !scalars[$0].isASCII }.reduce(0) { cost, index in
      cost + (self.cost(ofCharacterAt: index, in: scalars) + Self.costOfNeighbors(index, in: scalars))
    }
  }

  private func cost(ofCharacterAt index: Int, in scalars: [Unicode.Scalar]) -> Double {
    let scalar = scalars[index]
    if Self.punctuation.contains(scalar) { return 7 }
    if Self.halfWidth.contains(scalar) { return script == .japanese ? costOfHalfWidth(at: index, in: scalars) : 20 }
    if let rank = ranks[scalar] { return Self.costs[min(rank, Self.costs.count - 1)] }
    switch scalar.value {
    case 0xff01...0xff5e: return 9
    case 0x3040..<0x3100: return script == .japanese ? 8 : 17
    case 0xac00...0xd7a3: return 13
    case 0x4e00...0x9fff: return script == .korean ? 18 : 14.5
    case 0xe000..<0xf900: return 25
    default: return 17
    }
  }

  /// Returns the cost of lowercase ASCII letters next to a character, which occur in words of Latin letters.
  private static func costOfNeighbors(_ index: Int, in scalars: [Unicode.Scalar]) -> Double {
    [index - 1, index + 1].reduce(0) { cost, neighbor in
      guard scalars.indices.contains(neighbor), ("a"..."z").contains(scalars[neighbor]) else { return cost }
      return cost + 2.5
    }
  }

  /// The cost of each rank, because the frequency of characters follows Zipf's law.
  private static let costs = (0..<2000).map { rank in -log2(0.14 / Double(rank + 6)) }

  /// Returns the cost of a half-width katakana or voicing mark in its context.
  ///
  /// Half-width katakana form words of their own, and voicing marks follow syllables that can be voiced. The same
  /// bytes are also hanzi of GB 2312 and letters of Latin-1.
  private func costOfHalfWidth(at index: Int, in scalars: [Unicode.Scalar]) -> Double {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    if Self.voicingMarks.contains(scalars[index]) {
      return before.map { Self.canBeVoiced($0, by: scalars[index]) } == true ? 2 : 14
    }
    let isBehind = before.map(Self.halfWidth.contains) ?? false
    let isBefore = after.map(Self.halfWidth.contains) ?? false
    let touchesLetter =
      !isBehind && before?.properties.isAlphabetic == true || !isBefore && after?.properties.isAlphabetic == true
    return 5.5 + (isBehind ? 0 : 3) + (isBehind || isBefore ? 0 : 8) + (touchesLetter ? 4 : 0)
  }

  private static func canBeVoiced(_ syllable: Unicode.Scalar, by mark: Unicode.Scalar) -> Bool {
    let isHaToHo = ("\u{ff8a}"..."\u{ff8e}").contains(syllable)
    return mark == "\u{ff9f}"
      ? isHaToHo : isHaToHo || syllable == "\u{ff73}" || ("\u{ff76}"..."\u{ff84}").contains(syllable)
  }

  private static let punctuation = Set("，。、（）：；「」！？・\u{3000}．～％＃－／“”《》【】".unicodeScalars)
  private static let halfWidth: ClosedRange<Unicode.Scalar> = "\u{ff61}"..."\u{ff9f}"
  private static let voicingMarks: ClosedRange<Unicode.Scalar> = "\u{ff9e}"..."\u{ff9f}"
}
