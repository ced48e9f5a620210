/// An interpretation of the characters of a Code 39.
///
/// By agreement, the 43 characters can represent all of ASCII: `+A` is `a`, and `/A` is `!`. The code itself
/// doesn't declare this, and plain codes also contain `+` and `%`, for example HIBC labels.
public enum Code39Interpretation: String, Sendable, Hashable, CaseIterable {
  /// Every character as encoded.
  case plain
  /// Full ASCII if every shift character is part of a valid pair, otherwise plain.
  case fullASCII = "full-ascii"

  /// Returns the text for a code's characters.
  func apply(_ bytes: [UInt8]) -> [UInt8] { self == .fullASCII ? Self.expanded(bytes) ?? bytes : bytes }

  private static let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")

  /// Returns the characters in full ASCII (ISO/IEC 16388, annex B), or nil if a shift character forms no pair.
  private static func expanded(_ bytes: [UInt8]) -> [UInt8]? {
    var expanded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard "$%/+".utf8.contains(byte) else {
        expanded.append(byte)
        continue
      }
      guard let letter = rest.popFirst(), letters.contains(letter),
        let character = character(shift: byte, letter: letter - letters.lowerBound)
      else { return nil }
      expanded.append(character)
    }
    return expanded
  }

  private static func character(shift: UInt8, letter: UInt8) -> UInt8? {
    switch (shift, letter) {
    case (UInt8(ascii: "$"), _): letter + 1
    case (UInt8(ascii: "+"), _): UInt8(ascii: "a") + letter
    case (UInt8(ascii: "/"), 0...14): UInt8(ascii: "!") + letter
    case (UInt8(ascii: "/"), 25): UInt8(ascii: ":")
    case (UInt8(ascii: "%"), 0...4): 27 + letter
    case (UInt8(ascii: "%"), 5...9): UInt8(ascii: ";") + letter - 5
    case (UInt8(ascii: "%"), 10...14): UInt8(ascii: "[") + letter - 10
    case (UInt8(ascii: "%"), 15...19): UInt8(ascii: "{") + letter - 15
    case (UInt8(ascii: "%"), 20): 0
    case (UInt8(ascii: "%"), 21): UInt8(ascii: "@")
    case (UInt8(ascii: "%"), 22): UInt8(ascii: "`")
    case (UInt8(ascii: "%"), 23...25): 127
    default: nil
    }
  }
}
