/// An option of a processor that is made by name.
public struct ProcessorOption: Sendable, Hashable {
  /// The possible values.
  public enum Kind: Sendable, Hashable {
    /// An integer in a range.
    case integer(ClosedRange<Int>)
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// One or more words, joined by `+`, without regard to case, hyphens, underscores and spaces.
    ///
    /// Synonyms are accepted but not listed; the processor's factory interprets them.
    case choices([String], synonyms: [String] = [])
    /// A color by name, or as six hexadecimal digits.
    case color
    /// Yes or no.
    case flag
    /// Any text without a comma.
    case text
  }

  /// The word before the `=`.
  public let name: String
  /// The possible values.
  public let kind: Kind
  /// A short description for a list of options.
  public let summary: String

  /// Declares an option.
  public init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }

  /// Declares an option whose words are the raw values of a type's cases.
  public init<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ choices: Choice.Type, _ summary: String
  ) {
    self.init(name, .choice(choices.allCases.map(\.rawValue)), summary)
  }
}

extension ProcessorOption.Kind {
  /// Returns whether `text` is a value of this kind.
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

  /// The accepted values in words.
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

  /// Returns a word in lower case without separators.
  private static func joined(_ word: some StringProtocol) -> String {
    word.lowercased().filter { !"-_ ".contains($0) }
  }

  private static func short(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension Bool {
  /// Parses yes and no; nil for any other text.
  init?(flag text: String) {
    switch text {
    case "yes", "true": self = true
    case "no", "false": self = false
    default: return nil
    }
  }
}
