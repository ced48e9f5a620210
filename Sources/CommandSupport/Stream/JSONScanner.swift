/// The reason why a text is not valid JSON.
package struct JSONSyntaxError: Error, Equatable {
  let reason: String
}

/// A parser of JSON text (RFC 8259) that returns the positions of its parts.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var place = 0

  /// The maximum nesting depth, so that no line can overflow the stack.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses the whole text as an object and returns the ranges of its members' names and values.
  mutating func members() throws(JSONSyntaxError) -> [(name: Range<Int>, value: Range<Int>)] {
    skipSpace()
    let members = try object(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw JSONSyntaxError(reason: "unexpected text after the object") }
    return members
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> [(name: Range<Int>, value: Range<Int>)] {
    try expect("{", "object expected")
    var members: [(Range<Int>, Range<Int>)] = []
    skipSpace()
    if take("}") { return members }
    repeat {
      skipSpace()
      let name = try range { (scanner) throws(JSONSyntaxError) in try scanner.string() }
      skipSpace()
      try expect(":", "colon expected after a name")
      skipSpace()
      members.append((name, try range { (scanner) throws(JSONSyntaxError) in try scanner.value(depth: depth + 1) }))
      skipSpace()
    } while take(",")
    try expect("}", "object not closed")
    return members
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) {
    try expect("[", "array expected")
    skipSpace()
    if take("]") { return }
    repeat {
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
    } while take(",")
    try expect("]", "array not closed")
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) {
    guard depth <= Self.deepest else { throw JSONSyntaxError(reason: "nested too deeply") }
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

  private mutating func string() throws(JSONSyntaxError) {
    try expect("\"", "string expected")
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw JSONSyntaxError(reason: "control character in a string") }
      place += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    try expect("\"", "string not closed")
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let kind = next
    place += 1
    if let kind, "\"\\/bfnrt".utf8.contains(kind) { return }
    guard kind == UInt8(ascii: "u"), place + 4 <= bytes.count,
      bytes[place..<place + 4].allSatisfy({ $0.hexadecimalDigit != nil })
    else { throw JSONSyntaxError(reason: "invalid escape") }
    place += 4
  }

  private mutating func number() throws(JSONSyntaxError) {
    _ = take("-")
    let isZero = take("0")
    guard isZero || skipDigits() else { throw JSONSyntaxError(reason: "value expected") }
    if take("."), !skipDigits() { throw JSONSyntaxError(reason: "digits expected after a decimal point") }
    guard take("e") || take("E") else { return }
    if !take("+") { _ = take("-") }
    guard skipDigits() else { throw JSONSyntaxError(reason: "exponent expected") }
  }

  private mutating func literal(_ text: String) throws(JSONSyntaxError) {
    guard bytes[place...].starts(with: text.utf8) else { throw JSONSyntaxError(reason: "value expected") }
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

  private mutating func expect(_ character: Character, _ fault: String) throws(JSONSyntaxError) {
    guard take(character) else { throw JSONSyntaxError(reason: fault) }
  }

  private mutating func range(
    _ body: (inout Self) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) -> Range<Int> {
    let start = place
    try body(&self)
    return start..<place
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for other characters.
  var hexadecimalDigit: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
}
