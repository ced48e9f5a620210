/// Why a text is no JSON.
package struct JSONFault: Error, Equatable {
  let reason: String
}

/// Goes through one JSON text (RFC 8259), and tells where its parts stand.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var place = 0

  /// What is nested more deeply is refused, so that no line fills the stack.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Takes the whole text for an object; gives the places of its members' names and values.
  mutating func members() throws(JSONFault) -> [(name: Range<Int>, value: Range<Int>)] {
    skipSpace()
    let members = try object(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw JSONFault(reason: "something follows the object") }
    return members
  }

  private mutating func object(depth: Int) throws(JSONFault) -> [(name: Range<Int>, value: Range<Int>)] {
    try expect("{", "an object is missing")
    var members: [(Range<Int>, Range<Int>)] = []
    skipSpace()
    if take("}") { return members }
    repeat {
      skipSpace()
      let name = try range { (scanner) throws(JSONFault) in try scanner.string() }
      skipSpace()
      try expect(":", "a colon is missing behind a name")
      skipSpace()
      members.append((name, try range { (scanner) throws(JSONFault) in try scanner.value(depth: depth + 1) }))
      skipSpace()
    } while take(",")
    try expect("}", "an object isn't closed")
    return members
  }

  private mutating func array(depth: Int) throws(JSONFault) {
    try expect("[", "an array is missing")
    skipSpace()
    if take("]") { return }
    repeat {
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
    } while take(",")
    try expect("]", "an array isn't closed")
  }

  private mutating func value(depth: Int) throws(JSONFault) {
    guard depth <= Self.deepest else { throw JSONFault(reason: "it is nested too deeply") }
    switch next {
    case UInt8(ascii: "{"): _ = try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try number()
    }
  }

  private mutating func string() throws(JSONFault) {
    try expect("\"", "a string is missing")
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw JSONFault(reason: "a control character is in a string") }
      place += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    try expect("\"", "a string isn't closed")
  }

  private mutating func escape() throws(JSONFault) {
    let kind = next
    place += 1
    if let kind, "\"\\/bfnrt".utf8.contains(kind) { return }
    guard kind == UInt8(ascii: "u"), place + 4 <= bytes.count,
      bytes[place..<place + 4].allSatisfy({ UInt8.hexadecimalDigit($0) != nil })
    else { throw JSONFault(reason: "an escape is none that there is") }
    place += 4
  }

  private mutating func number() throws(JSONFault) {
    _ = take("-")
    let isZero = take("0")
    guard isZero || skipDigits() else { throw JSONFault(reason: "a value is missing") }
    if take("."), !skipDigits() { throw JSONFault(reason: "digits are missing behind a point") }
    guard take("e") || take("E") else { return }
    if !take("+") { _ = take("-") }
    guard skipDigits() else { throw JSONFault(reason: "an exponent is missing") }
  }

  private mutating func literal(_ text: String) throws(JSONFault) {
    guard bytes[place...].starts(with: text.utf8) else { throw JSONFault(reason: "a value is missing") }
    place += text.utf8.count
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
  }

  private mutating func skipDigits() -> Bool {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place > start
  }

  private mutating func take(_ character: Character) -> Bool {
    guard let byte = next, byte == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ character: Character, _ fault: String) throws(JSONFault) {
    guard take(character) else { throw JSONFault(reason: fault) }
  }

  private mutating func range(
    _ body: (inout Self) throws(JSONFault) -> Void
  ) throws(JSONFault) -> Range<Int> {
    let start = place
    try body(&self)
    return start..<place
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for another character.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
