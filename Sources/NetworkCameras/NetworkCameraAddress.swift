import FoundationEssentials
public import OpenCaptureFlow
import OpenCaptureSession

/// The address of a network camera: `rtsp://HOST/PATH`, `rtsps://…`, `http://…` or `https://…`.
///
/// The description omits passwords: the user information, and all values in the path and query, except for known
/// harmless parameters such as `channel=1`.
public struct NetworkCameraAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address without user, password and other secrets.
  public let description: String
  /// The user name; nil if the address has none.
  public let user: String?
  package let port: UInt16
  /// The complete address for connecting.
  let connected: String
  /// The secret parts of the address.
  let secrets: Set<String>

  /// The supported schemes with their default ports.
  private static let ports: [String: UInt16] = ["rtsp": 554, "rtsps": 322, "http": 80, "https": 443]

  /// Parses an address.
  ///
  /// - Parameter text: The address, optionally with user name and password before the host.
  /// - Throws: `CaptureError` if the text is not a camera address.
  public init(_ text: String) throws(CaptureError) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    guard isPlain, var parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else {
      throw Self.invalid("not a valid address", of: text)
    }
    let scheme = parts.scheme?.lowercased() ?? ""
    guard let usual = Self.ports[scheme] else {
      throw Self.invalid("the scheme \(scheme) is not supported", of: text)
    }
    guard let port = UInt16(exactly: parts.port ?? Int(usual)), port > 0 else {
      throw Self.invalid("invalid port", of: text)
    }
    parts.scheme = scheme
    self.port = port
    user = parts.user
    connected = parts.string ?? text
    let pairs = AddressParameters(parts.percentEncodedPath, parts.percentEncodedQuery)
    let passwords = [parts.password, parts.percentEncodedPassword].compactMap(\.self)
    secrets = Set((passwords + pairs.secrets).filter { !$0.isEmpty })
    parts.user = nil
    parts.password = nil
    parts.percentEncodedQuery = nil
    parts.fragment = nil
    parts.percentEncodedPath = ""
    description = (parts.string ?? "\(scheme)://\(host)") + pairs.shown
  }

  /// Whether a text is an address with any scheme, rather than a name.
  package static func isAddress(_ text: String) -> Bool { text.contains("://") }

  /// Whether the address contains secrets.
  package var containsSecrets: Bool { !secrets.isEmpty }

  private static func invalid(_ reason: String, of text: String) -> CaptureError {
    // The text before an @ or after a question mark may contain a password.
    let rest = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
    let shown = rest.prefix { $0 != "?" && $0 != "=" }
    return CaptureError(
      .noSuchDevice, subject: "camera '\(shown)'", reason: reason,
      hint: "use rtsp://HOST/PATH or http://HOST/PATH from the camera's manual")
  }
}

/// The parameters in the path and query of an address, some of which are secrets.
///
/// Cameras use forms such as `?user=me&pwd=secret`, or `/user=me&password=secret&channel=1` in the path.
struct AddressParameters {
  /// The path and query with masked secrets.
  let shown: String
  let secrets: [String]

  /// The names of parameters that only select a stream.
  private static let harmless: Set = [
    "action", "camera", "ch", "channel", "codec", "compression", "fps", "framerate", "height", "id", "inst", "mode",
    "profile", "proto", "rate", "res", "resolution", "size", "stream", "streamtype", "subtype", "transport",
    "unicast", "videocodec", "width",
  ]

  /// Parses a percent-encoded path and query.
  init(_ path: String, _ query: String?) {
    var secrets: [String] = []
    func masked(_ text: Substring) -> String {
      guard let sign = text.firstIndex(of: "=") else { return String(text) }
      let name = text[..<sign]
      let value = text[text.index(after: sign)...]
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

  /// Decodes percent-encoded bytes (RFC 3986).
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
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
