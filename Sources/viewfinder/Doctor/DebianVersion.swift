/// The version of a Debian package, ordered as by dpkg (deb-version(7)).
struct DebianVersion: Comparable {
  /// The distribution's revision; `0` without one.
  let revision: String
  /// Numbers whose lexicographical order is that of the versions.
  private let key: [Int]

  /// Parses `[epoch:]upstream[-revision]`.
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let epoch = parts.count > 1 ? Int(parts[0]) ?? 0 : 0
    let rest = parts.last ?? ""
    let hyphen = rest.lastIndex(of: "-")
    let upstream = hyphen.map { rest[..<$0] } ?? rest
    revision = hyphen.map { String(rest[rest.index(after: $0)...]) } ?? "0"
    key = [epoch] + Self.key(String(upstream)) + Self.key(revision)
  }

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  static func < (left: Self, right: Self) -> Bool { left.key.lexicographicallyPrecedes(right.key) }

  /// Returns the numbers for a part, in which texts and numbers alternate; 0 ends each text and the part.
  private static func key(_ part: String) -> [Int] {
    var key: [Int] = []
    var rest = Array(part.utf8)[...]
    while !rest.isEmpty {
      let text = rest.prefix { !isDigit($0) }
      rest = rest.dropFirst(text.count)
      let number = rest.prefix(while: isDigit)
      rest = rest.dropFirst(number.count)
      // Of two numbers without leading zeros, the longer one is greater.
      let digits = number.drop { $0 == UInt8(ascii: "0") }
      key += text.map(weight)
      key += [0, digits.count]
      key += digits.map { Int($0) }
    }
    return key + [0]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the rank of a character: tilde before the end, the end before letters, letters before all others.
  private static func weight(_ byte: UInt8) -> Int {
    if byte == UInt8(ascii: "~") { return -1 }
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? Int(byte) : Int(byte) + 256
  }
}
