/// A check that a request is for this server and, if sent by a web page, from the server's own page.
///
/// Other pages can send requests in two ways. DNS rebinding uses a foreign host name, which the `Host` header
/// reveals. Cross-site requests use the page's own origin, which the `Origin` header reveals.
public struct HostCheck: Sendable {
  /// The numeric addresses of this server.
  private enum Addresses: Sendable, Hashable {
    /// All loopback addresses.
    case loopback
    /// All numeric addresses, which are safe because DNS rebinding needs a name.
    case any
    /// One address.
    case one(String)
  }

  private let addresses: Set<Addresses>
  private let names: Set<String>

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - all: The addresses the server listens on; `0.0.0.0` and `::` include all addresses.
  ///   - names: Additional host names of the server; default none.
  public init(listeningTo all: [ListeningAddress], names: [String] = []) {
    self.names = Set(names.map { $0.lowercased() })
    addresses = Set(all.map { $0.isLoopback ? .loopback : $0.isWildcard ? .any : .one($0.host.lowercased()) })
  }

  /// Whether `Host` names this server; the port is ignored because tunnels can change it.
  func isOwn(host: String?) -> Bool {
    guard let name = host.flatMap(Self.name)?.lowercased() else { return false }
    return names.contains(name) || addresses.contains { Self.matches(name, to: $0) }
  }

  private static func matches(_ name: String, to addresses: Addresses) -> Bool {
    switch addresses {
    case .loopback: name == "localhost" || ListeningAddress.isLoopback(name)
    case .any: name == "localhost" || ListeningAddress.isNumeric(name)
    case .one(let address): name == address
    }
  }

  /// Whether `Origin` has the host and port of `Host`, or is missing as in requests of programs.
  func isOwn(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    guard let host else { return false }
    return ["http://", "https://"].contains { origin.lowercased() == $0 + host.lowercased() }
  }

  /// Returns the host without port and brackets; nil for an invalid value.
  private static func name(_ host: String) -> String? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      return String(host[host.index(after: host.startIndex)..<end])
    }
    guard let colon = host.firstIndex(of: ":") else { return host.isEmpty ? nil : host }
    guard isPort(host[colon...]), colon > host.startIndex else { return nil }
    return String(host[..<colon])
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && text.dropFirst().allSatisfy { ("0"..."9").contains($0) } && text.count <= 6
  }
}
