/// Text on one line of a terminal: line breaks, other control characters and turns of direction as escapes.
///
/// A code's text comes from a stranger: escape sequences in it must not reach the terminal. Backslashes stay as they
/// are, for readability; `--raw` and `--json` give the exact payload.
package enum EscapedText {
  package static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars { line += escaped(scalar) }
    return line
  }

  /// Bytes that are not text: printable ASCII as it is, the others as `\xNN`.
  package static func line(_ bytes: [UInt8]) -> String {
    bytes.map { (0x20...0x7e).contains($0) ? String(UnicodeScalar($0)) : hexadecimal(UInt32($0)) }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{2028}", "\u{2029}": "\\n"
    // What turns the direction of writing can make a text look like another one.
    case "\u{61c}", "\u{200e}", "\u{200f}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}":
      hexadecimal(scalar.value)
    default: scalar.properties.generalCategory == .control ? hexadecimal(scalar.value) : String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
