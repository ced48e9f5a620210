/// An option that a processor takes where it is asked for by name.
public struct ProcessorOption: Sendable, Hashable {
  /// What can be said.
  public enum Kind: Sendable, Hashable {
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// One of some words.
    case choice([String])
    /// Some words, joined by `+`; upper and lower case are the same, hyphens, underscores and spaces don't count.
    ///
    /// Synonyms are taken as well, and not listed: what they mean, who makes the processor knows.
    case choices([String], synonyms: [String] = [])
    /// A colour by name, or as six hexadecimal digits.
    case color
    /// Yes or no.
    case flag
    /// Any text without a comma.
    case text
  }

  /// The word before the `=`.
  public let name: String
  /// What can stand behind it.
  public let kind: Kind
  /// What it is for, in a few words for a list of options.
  public let summary: String

  /// Declares an option.
  public init(_ name: String, _ kind: Kind, _ summary: String) {
    (self.name, self.kind, self.summary) = (name, kind, summary)
  }

  /// Declares an option whose words are the raw values of a type's cases.
  public init<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ choices: Choice.Type, _ summary: String
  ) {
    self.init(name, .choice(choices.allCases.map(\.rawValue)), summary)
  }
}

extension ProcessorOption.Kind {
  /// Whether `text` is a value of this kind.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .integer(let range): Int(text).map(range.contains) ?? false
    case .number(let range): Double(text).map(range.contains) ?? false
    case .choice(let words): words.contains(text)
    case .choices(let words, let synonyms):
      Set(text.split(separator: "+", omittingEmptySubsequences: false).map(Self.joined))
        .isSubset(of: (words + synonyms).map(Self.joined))
    case .color: PictureColor(text) != nil
    case .flag: Bool(flag: text) != nil
    case .text: true
    }
  }

  /// What it accepts, in words.
  public var expectation: String {
    switch self {
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    case .choice(let words): "one of " + words.joined(separator: " ")
    case .choices(let words, _): "one or more, joined by +, of " + words.joined(separator: " ")
    case .color: "six hexadecimal digits, or one of " + PictureColor.named.keys.sorted().joined(separator: " ")
    case .flag: "yes or no"
    case .text: "a text"
    }
  }

  /// A word in lower case, without what joins its parts.
  private static func joined(_ word: some StringProtocol) -> String {
    word.lowercased().filter { !"-_ ".contains($0) }
  }

  private static func short(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension Bool {
  /// Reads yes and no; nil for anything else.
  init?(flag text: String) {
    switch text {
    case "yes", "true": self = true
    case "no", "false": self = false
    default: return nil
    }
  }
}
