import Foundation

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
      secrets += [String(value), value.removingPercentEncoding ?? String(value)]
      return "\(name)=…"
    }
    func pairs(_ text: Substring) -> String {
      text.split(separator: "&", omittingEmptySubsequences: false).map(masked).joined(separator: "&")
    }
    let shownPath = path.split(separator: "/", omittingEmptySubsequences: false).map(pairs).joined(separator: "/")
    shown = shownPath + (query.map { "?" + pairs($0[...]) } ?? "")
    self.secrets = secrets
  }
}
