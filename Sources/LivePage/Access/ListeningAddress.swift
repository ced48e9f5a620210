import Glibc

/// Where a server listens: an address in numbers, and a port.
public struct ListeningAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address, such as `127.0.0.1` or `::1`.
  public let host: String
  /// The port; 0 for one that the system chooses.
  public let port: UInt16

  /// What is listened to where nobody says: this machine alone, at port 8080.
  public static let usual = ListeningAddress(host: "127.0.0.1", port: 8080)

  /// Makes an address.
  public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or a port alone, which is this machine's; nil where it is
  /// none of these.
  public init?(_ text: String) {
    if let port = UInt16(text) {
      self.init(host: Self.usual.host, port: port)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    var host = String(text[..<colon])
    if host == "localhost" { host = Self.usual.host }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    guard Self.isNumeric(host), host.contains(":") == isBracketed else { return nil }
    self.init(host: host, port: port)
  }

  /// As it stands in an address of the Web.
  public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether the machine itself alone gets there.
  public var isLoopback: Bool { Self.isLoopback(host) }

  /// Whether it is one of the Internet's version 6.
  var isIPv6: Bool { host.contains(":") }

  /// Whether it stands for all addresses of the machine.
  public var isAny: Bool { ["0.0.0.0", "::"].contains(host) }

  /// Gives it as the system's calls want it, and returns what the body does; -1, as these calls do, where it is none.
  ///
  /// The system's own function makes it: SwiftNIO's modules hold the same C structures, and which module Swift takes
  /// their fields to be of depends on how a build is divided.
  func withSocketAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var hints = addrinfo()
    (hints.ai_flags, hints.ai_socktype) = (AI_NUMERICHOST | AI_NUMERICSERV, Int32(SOCK_STREAM.rawValue))
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = found else {
      errno = EADDRNOTAVAIL
      return -1
    }
    defer { freeaddrinfo(first) }
    return body(first.pointee.ai_addr, first.pointee.ai_addrlen)
  }

  /// Whether a text is an address in numbers.
  static func isNumeric(_ text: String) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Int(INET6_ADDRSTRLEN), alignment: 8) { room in
      inet_pton(AF_INET, text, room.baseAddress) == 1 || inet_pton(AF_INET6, text, room.baseAddress) == 1
    }
  }

  /// Whether a text is an address in numbers that leads to the machine itself (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
  static func isLoopback(_ text: String) -> Bool {
    guard isNumeric(text) else { return false }
    return text.hasPrefix("127.") || text == "::1"
  }
}
