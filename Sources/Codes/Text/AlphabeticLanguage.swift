/// A model of an alphabetic language, based on pairs of letters.
///
/// Costs are bits: the negative binary logarithms of probabilities. ASCII letters by themselves cost nothing, so
/// that texts with different numbers of them are comparable.
struct AlphabeticLanguage: Sendable {
  private let indices: [Unicode.Scalar: Int]
  private let costs: [Double]
  private let isLatin: Bool
  private let rarity: Double

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - alphabet: The lowercase letters, preceded by `^`, which stands for everything outside words.
  ///   - costs: The cost of each letter after each letter, row by row: `A` is 0 bits, `B` half a bit, and so on.
  ///   - rarity: The cost of the language itself.
  init(alphabet: String, costs: String, rarity: Double) {
    let letters = Array(alphabet.unicodeScalars)
    indices = Dictionary(uniqueKeysWithValues: letters.enumerated().map { ($1, $0) })
    self.costs = costs.utf8.map { Double($0 - UInt8(ascii: "A")) / 2 }
    isLatin = letters.contains("a")
    self.rarity = rarity
  }

  /// Returns the cost of a text in bits.
  func cost(of text: String) -> Double {
    var cost = rarity
    var previous = Letter(" ", in: self)
    for scalar in text.unicodeScalars {
      let letter = Letter(scalar, in: self)
      cost += self.cost(of: letter, after: previous)
      previous = letter
    }
    return cost
  }

  private struct Letter {
    let scalar: Unicode.Scalar
    /// The index in the alphabet; 0 for everything else.
    let index: Int
    let isAlphabetic: Bool
    let isUppercase: Bool

    init(_ scalar: Unicode.Scalar, in language: AlphabeticLanguage) {
      self.scalar = scalar
      let properties = scalar.properties
      let lowercase = properties.lowercaseMapping.unicodeScalars.first ?? scalar
      index = language.indices[scalar] ?? language.indices[lowercase] ?? 0
      isAlphabetic = properties.isAlphabetic
      isUppercase = properties.isUppercase
    }
  }

  private func cost(of letter: Letter, after previous: Letter) -> Double {
    if letter.scalar.isASCII {
      guard !previous.scalar.isASCII else { return 0 }
      return costOfASCII(letter, after: previous) + caseCost(of: letter, after: previous)
    }
    guard letter.index > 0 else { return costOfForeign(letter, after: previous) }
    let mixture = !isLatin && previous.scalar.isASCII && previous.isAlphabetic ? Cost.mixedScripts : 0
    return pairCost(previous, letter) + mixture + caseCost(of: letter, after: previous)
  }

  /// Returns the cost of an ASCII letter after another letter, beyond its cost anywhere.
  private func costOfASCII(_ letter: Letter, after previous: Letter) -> Double {
    guard previous.index > 0 else {
      return letter.isAlphabetic && Cost.endsWords(previous.scalar) ? Cost.misplacedSign : 0
    }
    if !isLatin, letter.isAlphabetic { return Cost.mixedScripts }
    return pairCost(previous, letter) - Cost.ofASCII(letter.scalar, isInWord: letter.index > 0)
  }

  /// Returns the cost of a letter that isn't in the alphabet, or of a sign.
  private func costOfForeign(_ letter: Letter, after previous: Letter) -> Double {
    if letter.isAlphabetic { return Cost.foreignLetter + caseCost(of: letter, after: previous) }
    if letter.scalar.value < 0xa0 { return Cost.control }
    let isMisplaced = previous.isAlphabetic && Cost.beginsWords(letter.scalar)
    return Cost.ofSign(letter.scalar) + (isMisplaced ? Cost.misplacedSign : 0)
  }

  private func pairCost(_ first: Letter, _ second: Letter) -> Double {
    costs[first.index * indices.count + second.index]
  }

  private func caseCost(of letter: Letter, after previous: Letter) -> Double {
    guard letter.isAlphabetic else { return 0 }
    guard previous.isAlphabetic else { return letter.isUppercase ? 1.3 : 0.7 }
    if previous.isUppercase { return letter.isUppercase ? 0.5 : 0.7 }
    return letter.isUppercase ? 8 : 0
  }

  /// Costs that are the same for all languages.
  private enum Cost {
    static let mixedScripts = 8.0
    static let foreignLetter = 18.0
    static let misplacedSign = 8.0
    static let control = 25.0
    private static let usualSigns = Set("°€£§«»–—“”„‘’…©®™·½²³ªº№¿¡\u{a0}".unicodeScalars)
    private static let openingSigns = Set("£§«“„‘№¿¡".unicodeScalars)
    private static let signsBeforeNoLetter = Set("»”…©®™²³½£§".unicodeScalars)

    static func ofSign(_ scalar: Unicode.Scalar) -> Double { usualSigns.contains(scalar) ? 9 : 13 }

    /// Returns whether a sign stands before words rather than after letters; unusual signs do neither.
    static func beginsWords(_ scalar: Unicode.Scalar) -> Bool {
      openingSigns.contains(scalar) || !usualSigns.contains(scalar)
    }

    /// Returns whether a sign never stands before a letter.
    static func endsWords(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII && (signsBeforeNoLetter.contains(scalar) || !usualSigns.contains(scalar))
    }

    /// Returns the cost of an ASCII character in text of any language.
    static func ofASCII(_ scalar: Unicode.Scalar, isInWord: Bool) -> Double {
      guard isInWord else { return 2.7 }
      let lowercase = scalar.value | 0x20
      return letters[Int(lowercase) - 0x61]
    }

    /// The costs from `a` to `z`, averaged over the languages with Latin letters.
    private static let letters: [Double] = [
      3.3, 6.7, 6.1, 5.8, 3.2, 7.4, 6.3, 6.3, 3.6, 7.1, 5.8, 4.7, 5.7, 4.2, 4.0, 6.1, 10.0, 4.2, 4.8, 4.4, 4.2, 6.4,
      8.3, 9.3, 6.8, 7.0,
    ]
  }
}
