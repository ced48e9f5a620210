/// The members of one JSON object, their values as they stand in its text.
///
/// Read here rather than by Foundation, so that what is given back is what came: `1.0`, `1e400` and 20 digits as well.
package struct JSONMembers {
  private var values: [String: [UInt8]] = [:]

  /// Reads a line; of members that have the same name, the last one counts.
  package init(_ line: [UInt8]) throws(JSONFault) {
    guard String(validating: line, as: UTF8.self) != nil else { throw JSONFault(reason: "it isn't UTF-8") }
    var scanner = JSONScanner(line)
    for (name, value) in try scanner.members() {
      guard let name = Self.bytes(ofString: line[name]) else { continue }
      values[String(decoding: name, as: UTF8.self)] = Array(line[value])
    }
  }

  /// A value as JSON; nil where there is none of that name.
  package func json(_ name: String) -> String? { values[name].map { String(decoding: $0, as: UTF8.self) } }

  /// What a string says, in bytes; nil where it is none, or says what isn't text nor a name of a file.
  func string(_ name: String) -> [UInt8]? { values[name].flatMap { Self.bytes(ofString: $0[...]) } }

  /// A whole number from 0 on; the largest that there is where it is larger, nil where it is none.
  func count(_ name: String) -> Int? {
    guard let digits = values[name], digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }

  /// The bytes that a string stands for, whose escapes are known to be right.
  ///
  /// `\udc80` to `\udcff` alone stand for one byte each, by which Python tells names of files that aren't UTF-8 (PEP 383);
  /// other halves of pairs stand for nothing.
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

  /// What stands behind `\u`, and behind another one where both are a pair.
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
    return rest.prefix(4).reduce(0) { $0 << 4 | UInt32(UInt8.hexadecimalDigit($1) ?? 0) }
  }
}
