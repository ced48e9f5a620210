/// The members of a JSON object, with each value as its original text.
///
/// Foundation's parser would not preserve values such as `1.0`, `1e400` and numbers of 20 digits.
package struct JSONMembers {
  private var values: [String: [UInt8]] = [:]

  /// Parses an object; of several members with the same name, the last one is used.
  package init(_ line: [UInt8]) throws(JSONSyntaxError) {
    guard String(validating: line, as: UTF8.self) != nil else { throw JSONSyntaxError(reason: "invalid UTF-8") }
    var scanner = JSONScanner(line)
    for (name, value) in try scanner.members() {
      guard let name = Self.bytes(ofString: line[name]) else { continue }
      values[String(decoding: name, as: UTF8.self)] = Array(line[value])
    }
  }

  /// Returns a member's value as JSON; nil if the member is missing.
  package func json(_ name: String) -> String? { values[name].map { String(decoding: $0, as: UTF8.self) } }

  /// Returns a string's bytes; nil if the member is no string, or contains lone surrogates that encode no byte.
  func string(_ name: String) -> [UInt8]? { values[name].flatMap { Self.bytes(ofString: $0[...]) } }

  /// Returns a whole number from 0, clamped to `Int.max`; nil if the member is none.
  func count(_ name: String) -> Int? {
    guard let digits = values[name], digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }

  /// Decodes a string with valid escapes into bytes.
  ///
  /// A lone `\udc80` to `\udcff` encodes one byte, as Python writes file names that are not UTF-8 (PEP 383). Other lone
  /// surrogates are rejected.
  private static func bytes(ofString json: ArraySlice<UInt8>) -> [UInt8]? {
    guard json.count >= 2, json.first == UInt8(ascii: "\"") else { return nil }
    var rest = json.dropFirst().dropLast()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      guard kind == UInt8(ascii: "u") else {
        bytes.append(control(kind))
        continue
      }
      guard let escaped = escapedBytes(&rest) else { return nil }
      bytes += escaped
    }
    return bytes
  }

  private static func control(_ kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: kind
    }
  }

  /// Decodes the digits after `\u`, and a second escape if both form a surrogate pair.
  private static func escapedBytes(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    let unit = codeUnit(&rest)
    if (0xdc80...0xdcff).contains(unit) { return [UInt8(unit & 0xff)] }
    if let scalar = Unicode.Scalar(unit) { return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    guard (0xd800..<0xdc00).contains(unit), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return nil
    }
    rest = rest.dropFirst(2)
    let second = codeUnit(&rest)
    guard (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff))
    else { return nil }
    return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private static func codeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 4 | UInt32($1.hexadecimalDigit ?? 0) }
  }
}
