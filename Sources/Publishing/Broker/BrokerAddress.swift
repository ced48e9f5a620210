/// Where a broker is, and the site that what is published there belongs to: `mqtts://camera@broker.example/hall`.
public struct BrokerAddress: Sendable, Hashable {
  /// Whether what is sent is encrypted (`mqtts:`).
  public let isEncrypted: Bool
  /// Who publishes; nil for nobody in particular.
  public let user: String?
  /// The broker's name or its address in numbers.
  public let host: String
  /// The broker's port; 1883 by default, 8883 where what is sent is encrypted.
  public let port: UInt16
  /// The level of topics that all cameras of a place have in common.
  public let site: String

  /// Reads an address.
  ///
  /// A password has no place in it: what stands on a command line, all of the machine's users can read.
  ///
  /// - Parameter text: `mqtt://[USER@]HOST[:PORT]/SITE`, or the same with `mqtts`; special characters of the user's name and
  ///   the site as `%40`.
  /// - Throws: ``PublishingError`` with `invalidAddress`, which doesn't repeat a password.
  public init(_ text: String) throws(PublishingError) {
    guard let (scheme, rest) = Self.split(text, at: "://"), ["mqtt", "mqtts"].contains(scheme.lowercased()) else {
      throw Self.wrong(Self.withoutSecret(text), "this is no address of a broker")
    }
    guard let (authority, path) = Self.split(rest, at: "/"), !path.isEmpty else {
      throw Self.wrong(Self.withoutSecret(text), "it names no site, the first level of the topics")
    }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority[...]
    let name = authority.lastIndex(of: "@").map { authority[..<$0] }
    if let name, name.contains(":") {
      throw PublishingError(
        .invalidAddress, subject: Self.withoutSecret(text),
        reason: "a password has no place on a command line, which all of the machine's users can read",
        remedy: "put it into a file, or into the environment")
    }
    guard let (host, port) = Self.place(place) else {
      throw Self.wrong(text, "'\(place)' is no host, or no port")
    }
    guard let site = Self.decoded(path), PublishingTopics.isLevel(site) else {
      throw Self.wrong(text, "'\(path)' is no level of a topic, which has no /, + or # in it")
    }
    isEncrypted = scheme.lowercased() == "mqtts"
    user = name.flatMap(Self.decoded)
    self.host = host
    self.port = port ?? (isEncrypted ? 8883 : 1883)
    self.site = site
  }

  private static func wrong(_ subject: String, _ reason: String) -> PublishingError {
    PublishingError(.invalidAddress, subject: subject, reason: reason)
  }

  /// The parts before and behind the first such text.
  private static func split(_ text: String, at mark: String) -> (String, String)? {
    guard let range = text.firstRange(of: mark) else { return nil }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  /// The text with stars for what could be a password.
  private static func withoutSecret(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at, let colon = text[start..<at].firstIndex(of: ":") else { return text }
    return text[...colon] + "***" + text[at...]
  }

  private static func place(_ text: Substring) -> (host: String, port: UInt16?)? {
    var (host, rest) = (text, text[text.endIndex...])
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    guard !host.isEmpty, host.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else { return nil }
    if rest.isEmpty { return (String(host), nil) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
    return (String(host), port)
  }

  /// The text with its escapes undone (RFC 3986, 2.1); nil where one is none, or it isn't text then.
  private static func decoded(_ text: some StringProtocol) -> String? {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
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
