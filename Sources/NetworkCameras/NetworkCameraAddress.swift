import FoundationEssentials
public import OpenCaptureFlow
import OpenCaptureSession

/// Where a camera on the network is: `rtsp://HOST/PATH`, `rtsps://…`, `http://…` or `https://…`.
///
/// What it says of itself, in errors and lists, has no password: neither one that stands before the host, nor what follows a
/// name and `=` in path and query, unless that is known to be harmless, such as `channel=1`.
public struct NetworkCameraAddress: Sendable, Hashable, CustomStringConvertible {
  /// Without user, password and whatever else could be secret.
  public let description: String
  /// Who asks for pictures; nil for nobody.
  public let user: String?
  /// Where it is on that machine.
  package let port: UInt16
  /// As it is connected to.
  let connected: String
  /// What nobody may be told.
  let secrets: Set<String>

  /// Those that are spoken, and where they are usually.
  private static let ports: [String: UInt16] = ["rtsp": 554, "rtsps": 322, "http": 80, "https": 443]

  /// Reads an address.
  ///
  /// - Parameter text: The address; it may have a name and a password before the host.
  /// - Throws: `CaptureError` where it is no address of a camera.
  public init(_ text: String) throws(CaptureError) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    guard isPlain, var parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else {
      throw Self.invalid("this is no address", of: text)
    }
    let scheme = parts.scheme?.lowercased() ?? ""
    guard let usual = Self.ports[scheme] else { throw Self.invalid("\(scheme) isn't spoken here", of: text) }
    guard let port = UInt16(exactly: parts.port ?? Int(usual)), port > 0 else {
      throw Self.invalid("there is no such port", of: text)
    }
    parts.scheme = scheme
    (self.port, user, connected) = (port, parts.user, parts.string ?? text)
    let pairs = AddressPairs(parts.percentEncodedPath, parts.percentEncodedQuery)
    let passwords = [parts.password, parts.percentEncodedPassword].compactMap(\.self)
    secrets = Set((passwords + pairs.secrets).filter { !$0.isEmpty })
    (parts.user, parts.password, parts.percentEncodedQuery, parts.fragment) = (nil, nil, nil, nil)
    parts.percentEncodedPath = ""
    description = (parts.string ?? "\(scheme)://\(host)") + pairs.shown
  }

  /// Whether a text is an address, of whatever kind, rather than a name.
  package static func isAddress(_ text: String) -> Bool { text.contains("://") }

  /// Whether an address has in it what whoever sees the address shouldn't.
  package var hasSecrets: Bool { !secrets.isEmpty }

  private static func invalid(_ reason: String, of text: String) -> CaptureError {
    // Whatever stands before an @, or behind a question mark, may be a password.
    let rest = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
    let shown = rest.prefix { $0 != "?" && $0 != "=" }
    return CaptureError(
      .noSuchDevice, subject: "camera '\(shown)'", reason: reason,
      remedy: "say rtsp://HOST/PATH or http://HOST/PATH, as the camera's manual has it")
  }
}
