/// Text escaped for one line of a terminal or a label.
///
/// Line breaks, other control characters and direction marks become escapes. A code's text is untrusted: its escape
/// sequences must not reach the terminal, and its direction marks must not reverse a label. Backslashes become
/// `\\`, so that the original text can be restored. `--raw` and `--json` give the exact payload.
package enum EscapedText {
  /// Escapes text; invisible characters appear as in Swift: `\n`, `\u{202E}`.
  package static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars { line += escaped(scalar) }
    return line
  }

  /// Escapes bytes that are not text: printable ASCII is kept, all others become `\xNN`.
  package static func line(_ bytes: [UInt8]) -> String {
    bytes.map { (0x20...0x7e).contains($0) ? escaped(UnicodeScalar($0)) : hexadecimal($0) }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    // Direction marks can make a text look like another one; separators break lines.
    case "\u{61c}", "\u{200e}", "\u{200f}", "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}": named(scalar)
    default: scalar.properties.generalCategory == .control ? named(scalar) : String(scalar)
    }
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
  }
}
