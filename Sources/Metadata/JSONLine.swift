import Glibc

/// A JSON object on one line, with members in the order of their addition (RFC 8259).
///
/// Foundation's encoder does not keep the order. One line per code is readable for people and for `jq`.
package struct JSONLine {
  private var members: [String] = []

  /// Makes an empty object.
  package init() {}

  /// Makes an object from its text, which must be valid JSON.
  package init(object text: String) { members = text == "{}" ? [] : [String(text.dropFirst().dropLast())] }

  package mutating func add(_ name: String, _ text: String) { add(name, json: Self.quoted(text)) }

  package mutating func add(_ name: String, _ numbers: [Double]) { add(name, json: Self.array(numbers)) }

  package mutating func add(_ name: String, _ points: [[Double]]) {
    add(name, json: "[" + points.map(Self.array).joined(separator: ",") + "]")
  }

  package mutating func add(_ name: String, _ number: Int) { add(name, json: String(number)) }

  /// Adds a rounded number, or null for nil.
  package mutating func add(_ name: String, _ number: Double?, digits: Int = 2) {
    add(name, json: number.map { Self.number($0, digits: digits) } ?? "null")
  }

  package mutating func addNull(_ name: String) { add(name, json: "null") }

  package mutating func add(_ name: String, _ isTrue: Bool) { add(name, json: isTrue ? "true" : "false") }

  package mutating func add(_ name: String, _ object: JSONLine) { add(name, json: object.text) }

  package mutating func add(_ name: String, _ objects: [JSONLine]) {
    add(name, json: "[" + objects.map(\.text).joined(separator: ",") + "]")
  }

  /// Adds all members of another object.
  package mutating func add(contentsOf other: JSONLine) { members += other.members }

  package var text: String { "{" + members.joined(separator: ",") + "}" }

  /// Adds a value that is JSON already.
  package mutating func add(_ name: String, json: String) { members.append("\(Self.quoted(name)):\(json)") }

  private static func array(_ numbers: [Double]) -> String {
    "[" + numbers.map { number($0, digits: 2) }.joined(separator: ",") + "]"
  }

  private static func number(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "null" }
    let unit = pow(10, Double(digits))
    let rounded = (value * unit).rounded() / unit
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _
      where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar == "\u{2028}"
        || scalar == "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
