/// The address of a broker and the site of its topics: `mqtts://camera@broker.example/hall`.
public struct BrokerAddress: Sendable, Hashable {
  /// Whether the connection is encrypted (`mqtts:`).
  public let isEncrypted: Bool
  /// The user name; nil for an anonymous connection.
  public let user: String?
  /// The broker's host name or numeric address.
  public let host: String
  /// The broker's port; default 1883, or 8883 with encryption.
  public let port: UInt16
  /// The topic level shared by all cameras of a site.
  public let site: String

  /// Parses an address.
  ///
  /// An address with a password is rejected, because all users of the system can read command lines.
  ///
  /// - Parameter text: `mqtt://[USER@]HOST[:PORT]/SITE`, or the same with `mqtts`. Special characters of the user
  ///   name and the site are percent-encoded, such as `%40`.
  /// - Throws: ``PublishingError`` with `invalidAddress`; the error does not contain the password.
  public init(_ text: String) throws(PublishingError) {
    guard let (scheme, rest) = Self.split(text, at: "://"), ["mqtt", "mqtts"].contains(scheme.lowercased()) else {
      throw Self.invalid(Self.withoutSecret(text), "not a broker address")
    }
    guard let (authority, path) = Self.split(rest, at: "/"), !path.isEmpty else {
      throw Self.invalid(Self.withoutSecret(text), "the site, the first level of the topics, is missing")
    }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority[...]
    let name = authority.lastIndex(of: "@").map { authority[..<$0] }
    if let name, name.contains(":") {
      throw PublishingError(
        .invalidAddress, subject: Self.withoutSecret(text),
        reason: "a password on the command line is visible to all users of the system",
        hint: "put it into a file or an environment variable")
    }
    guard let (host, port) = Self.place(place) else {
      throw Self.invalid(text, "invalid host or port '\(place)'")
    }
    guard let site = Self.decoded(path), PublishingTopics.isLevel(site) else {
      throw Self.invalid(text, "'\(path)' is not a topic level; /, + and # are not allowed")
    }
    isEncrypted = scheme.lowercased() == "mqtts"
    user = name.flatMap(Self.decoded)
    self.host = host
    self.port = port ?? (isEncrypted ? 8883 : 1883)
    self.site = site
  }

  private static func invalid(_ subject: String, _ reason: String) -> PublishingError {
    PublishingError(.invalidAddress, subject: subject, reason: reason)
  }

  /// Splits a text at the first occurrence of a separator.
  private static func split(_ text: String, at mark: String) -> (String, String)? {
    guard let range = text.firstRange(of: mark) else { return nil }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  /// Returns the text with a possible password replaced by asterisks.
  private static func withoutSecret(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at, let colon = text[start..<at].firstIndex(of: ":") else { return text }
    return text[...colon] + "***" + text[at...]
  }

  private static func place(_ text: Substring) -> (host: String, port: UInt16?)? {
    var host = text
    var rest = text[text.endIndex...]
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      rest = text[colon...]
    }
    guard !host.isEmpty, host.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else { return nil }
    if rest.isEmpty { return (String(host), nil) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return (String(host), port)
  }

  /// Returns the text without percent encoding (RFC 3986, 2.1); nil for an invalid escape or invalid UTF-8.
  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension BrokerAddress: CustomStringConvertible {
  /// Host and port, such as `broker.example:1883`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
