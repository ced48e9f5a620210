/// Whether a request is for this server, and comes from its own page.
///
/// A page of another's can send requests here: under a name of its own that it lets lead here (DNS rebinding), which
/// `Host` tells, or as itself, which `Origin` tells. So every request is checked for both.
public struct HostCheck: Sendable {
  /// Which addresses, as numbers, are this server's.
  private enum Addresses: Sendable, Hashable {
    /// Those that lead to the machine itself.
    case loopback
    /// Any: no name can be made to lead here where there is none.
    case any
    /// One.
    case one(String)
  }

  private let addresses: Set<Addresses>
  private let names: Set<String>

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - all: What the server listens to; of `0.0.0.0` and `::`, all addresses are its own.
  ///   - names: What else it is called; default nothing.
  public init(listeningTo all: [ListeningAddress], names: [String] = []) {
    self.names = Set(names.map { $0.lowercased() })
    addresses = Set(
      all.map { $0.isLoopback ? .loopback : $0.isAny ? .any : .one($0.host.lowercased()) })
  }

  /// Whether `Host` names this server, whatever the port: a tunnel can have another.
  func isOwn(host: String?) -> Bool {
    guard let name = host.flatMap(Self.name)?.lowercased() else { return false }
    return names.contains(name) || addresses.contains { Self.leads(name, to: $0) }
  }

  private static func leads(_ name: String, to addresses: Addresses) -> Bool {
    switch addresses {
    case .loopback: name == "localhost" || ListeningAddress.isLoopback(name)
    case .any: name == "localhost" || ListeningAddress.isNumeric(name)
    case .one(let address): name == address
    }
  }

  /// Whether `Origin` is that of the page itself, which has the same host and port; there may be none, as programs send
  /// none.
  func isOwn(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    guard let host else { return false }
    return ["http://", "https://"].contains { origin.lowercased() == $0 + host.lowercased() }
  }

  /// What stands before the port, without brackets; nil where that is nothing.
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
