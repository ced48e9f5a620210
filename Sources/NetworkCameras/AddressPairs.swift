/// What stands behind the host of an address, in which some cameras want names and passwords.
///
/// They are as in `?user=me&pwd=secret`, or in the path itself as in `/user=me&password=secret&channel=1`.
struct AddressPairs {
  /// What can be shown of it.
  let shown: String
  /// What can't.
  let secrets: [String]

  /// Names whose values tell which pictures are meant, and nothing else.
  private static let harmless: Set = [
    "action", "camera", "ch", "channel", "codec", "compression", "fps", "framerate", "height", "id", "inst", "mode",
    "profile", "proto", "rate", "res", "resolution", "size", "stream", "streamtype", "subtype", "transport",
    "unicast",
    "videocodec", "width",
  ]

  /// Takes path and query of an address, percent-encoded.
  init(_ path: String, _ query: String?) {
    var secrets: [String] = []
    func masked(_ text: Substring) -> String {
      guard let sign = text.firstIndex(of: "=") else { return String(text) }
      let (name, value) = (text[..<sign], text[text.index(after: sign)...])
      guard !value.isEmpty, !Self.harmless.contains(name.lowercased()) else { return String(text) }
      secrets += [String(value), Self.decoded(value)]
      return "\(name)=…"
    }
    func pairs(_ text: Substring) -> String {
      text.split(separator: "&", omittingEmptySubsequences: false).map(masked).joined(separator: "&")
    }
    let shownPath = path.split(separator: "/", omittingEmptySubsequences: false).map(pairs).joined(separator: "/")
    shown = shownPath + (query.map { "?" + pairs($0[...]) } ?? "")
    self.secrets = secrets
  }

  /// What stands for itself where `%` and two digits stand for a byte (RFC 3986).
  private static func decoded(_ text: Substring) -> String {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
