/// Text on one line of a terminal or a label: line breaks, other control characters and turns of direction as escapes.
///
/// A code's text comes from a stranger: escape sequences in it must not reach the terminal, nor turn a label around. Backslashes are escaped as
/// well, as `\\`, so that an escape can be told from text that looks like one, and the text be had back; `--raw` and
/// `--json` give the exact payload.
package enum EscapedText {
  /// Text, its characters without a shape as in Swift: `\n`, `\u{202E}`.
  package static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars { line += escaped(scalar) }
    return line
  }

  /// Bytes that are not text: printable ASCII as it is, the others as `\xNN`.
  package static func line(_ bytes: [UInt8]) -> String {
    bytes.map { (0x20...0x7e).contains($0) ? escaped(UnicodeScalar($0)) : hexadecimal($0) }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    // What turns the direction of writing can make a text look like another one; separators break lines.
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
