import Glibc

/// A numeric address and port to listen on.
public struct ListeningAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address, such as `127.0.0.1` or `::1`.
  public let host: String
  /// The port; 0 lets the system choose.
  public let port: UInt16

  /// The default address: loopback, port 8080.
  public static let defaultAddress = ListeningAddress(host: "127.0.0.1", port: 8080)

  /// Creates an address.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or a port on the loopback address.
  ///
  /// Returns nil for other texts.
  public init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: Self.defaultAddress.host, port: port)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    var host = String(text[..<colon])
    if host == "localhost" { host = Self.defaultAddress.host }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    guard Self.isNumeric(host), host.contains(":") == isBracketed else { return nil }
    self.init(host: host, port: port)
  }

  /// The address and port as in a URL.
  public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether the address is reachable from this host only.
  public var isLoopback: Bool { Self.isLoopback(host) }

  var isIPv6: Bool { host.contains(":") }

  /// Whether the address stands for all addresses of the host.
  public var isWildcard: Bool { ["0.0.0.0", "::"].contains(host) }

  /// Calls `body` with the address as a `sockaddr`, and returns its result; -1 with `errno` for an invalid address.
  ///
  /// `getaddrinfo` creates the structure. SwiftNIO's modules import the same C structures, and the module of their
  /// field types depends on the build.
  func withSocketAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = found else {
      errno = EADDRNOTAVAIL
      return -1
    }
    defer { freeaddrinfo(first) }
    return body(first.pointee.ai_addr, first.pointee.ai_addrlen)
  }

  static func isNumeric(_ text: String) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Int(INET6_ADDRSTRLEN), alignment: 8) { buffer in
      inet_pton(AF_INET, text, buffer.baseAddress) == 1 || inet_pton(AF_INET6, text, buffer.baseAddress) == 1
    }
  }

  /// Whether a text is a numeric loopback address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
  static func isLoopback(_ text: String) -> Bool {
    guard isNumeric(text) else { return false }
    return text.hasPrefix("127.") || text == "::1"
  }
}
