/// The version of a Debian package, ordered as by dpkg (deb-version(7)).
struct DebianVersion: Comparable {
  private let epoch: Int
  private let upstream: String
  /// The distribution's revision; `0` without one.
  let revision: String

  /// Parses `[epoch:]upstream[-revision]`.
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    epoch = parts.count > 1 ? Int(parts[0]) ?? 0 : 0
    let rest = parts.last ?? ""
    let hyphen = rest.lastIndex(of: "-")
    upstream = hyphen.map { String(rest[..<$0]) } ?? rest
    revision = hyphen.map { String(rest[rest.index(after: $0)...]) } ?? "0"
  }

  static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Self, right: Self) -> Bool {
    if left.epoch != right.epoch { return left.epoch < right.epoch }
    let order = compare(left.upstream, right.upstream)
    return order == 0 ? compare(left.revision, right.revision) < 0 : order < 0
  }

  /// Returns a number below, equal to or above 0; texts and numbers are compared alternately, from the left.
  private static func compare(_ left: String, _ right: String) -> Int {
    var left = Array(left.utf8)[...]
    var right = Array(right.utf8)[...]
    while !left.isEmpty || !right.isEmpty {
      while isText(left.first) || isText(right.first) {
        let first = weight(left.popFirst(unless: isDigit))
        let second = weight(right.popFirst(unless: isDigit))
        if first != second { return first - second }
      }
      let first = number(&left)
      let second = number(&right)
      if first.count != second.count { return first.count - second.count }
      if first != second { return first.lexicographicallyPrecedes(second) ? -1 : 1 }
    }
    return 0
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isText(_ byte: UInt8?) -> Bool { byte.map { !isDigit($0) } ?? false }

  /// Returns the rank of a character: tilde before the end, the end before letters, letters before all others.
  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte else { return 0 }
    if byte == UInt8(ascii: "~") { return -1 }
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? Int(byte) : Int(byte) + 256
  }

  /// Removes and returns the digits at the start, without leading zeros.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns the first byte; nil at the end, or if the byte is of a kind to keep.
  fileprivate mutating func popFirst(unless isKept: (UInt8) -> Bool) -> UInt8? {
    guard let first, !isKept(first) else { return nil }
    return popFirst()
  }
}
