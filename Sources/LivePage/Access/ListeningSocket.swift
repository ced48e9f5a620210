import Glibc
public import OpenCaptureSystem

/// A listening socket, opened by this process or passed by a service manager.
///
/// A process can open the socket before it drops the privilege to do so.
public struct ListeningSocket: Sendable {
  /// The file descriptor.
  public let descriptor: Int32
  /// The address that the socket listens on, including a port chosen by the system.
  public let address: ListeningAddress
  /// The name given by a service manager; nil for none.
  public let name: String?

  /// The maximum number of connections waiting to be accepted.
  private static let backlog: Int32 = 128

  /// Opens a socket.
  ///
  /// - Throws: ``LivePageError`` when the address is not one of the host's, or the port is in use or privileged.
  public init(_ address: ListeningAddress) throws(LivePageError) {
    let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    func failed() -> LivePageError { LivePageError(.cannotListen, subject: "\(address)", systemError: errno) }
    guard descriptor >= 0 else { throw failed() }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard address.withSocketAddress({ Glibc.bind(descriptor, $0, $1) }) == 0, listen(descriptor, Self.backlog) == 0,
      let own = Self.address(of: descriptor)
    else {
      let error = failed()
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.address = own
    name = nil
  }

  /// Wraps a listening socket.
  ///
  /// - Throws: ``LivePageError`` when the descriptor is not a listening TCP socket.
  public init(descriptor: Int32) throws(LivePageError) {
    try self.init(SocketActivation.PassedSocket(descriptor: descriptor, name: nil))
  }

  private init(_ handed: SocketActivation.PassedSocket) throws(LivePageError) {
    let descriptor = handed.descriptor
    var isListening: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1,
      let address = Self.address(of: descriptor)
    else {
      throw LivePageError(
        .cannotListen, subject: handed.label, reason: "not a listening TCP socket",
        hint: "pass a socket of ListenStream= in a .socket unit")
    }
    self.descriptor = descriptor
    self.address = address
    name = handed.name
  }

  /// Returns the listening sockets that a service manager passed to this process (sd_listen_fds(3)).
  ///
  /// The result is empty without a service manager. `LISTEN_FDNAMES`, set by `FileDescriptorName=` in the unit,
  /// provides the ``name`` of each socket. Names appear in errors only.
  ///
  /// - Parameters:
  ///   - variables: The environment variables.
  ///   - process: The process ID.
  /// - Throws: ``LivePageError`` for too many sockets, or one that is not a listening TCP socket.
  public static func passedSockets(
    _ variables: [String: String], process: Int32
  ) throws(LivePageError) -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    for handed in try SocketActivation.sockets(variables, process: process) {
      _ = fcntl(handed.descriptor, F_SETFD, FD_CLOEXEC)
      sockets.append(try ListeningSocket(handed))
    }
    return sockets
  }

  private static func address(of descriptor: Int32) -> ListeningAddress? {
    var place = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: 64)
    var port = [CChar](repeating: 0, count: 8)
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        // Sockets of other families have no port number.
        guard getsockname(descriptor, place, &length) == 0 else { return Int32(-1) }
        return getnameinfo(
          place, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV
        )
      }
    }
    guard status == 0, let number = UInt16(String(characters: port)) else { return nil }
    return ListeningAddress(host: String(characters: host), port: number)
  }
}

/// Sockets that a service manager passes to this process (sd_listen_fds(3)).
enum SocketActivation {
  struct PassedSocket: Sendable, Hashable {
    let descriptor: Int32
    /// The name in its unit (`FileDescriptorName=`, systemd.socket(5)); nil if not specified.
    let name: String?

    /// The description for errors.
    var label: String { name.map { "\($0) (descriptor \(descriptor))" } ?? "descriptor \(descriptor)" }
  }

  /// The descriptor of the first passed socket, after the standard streams.
  private static let first: Int32 = 3
  /// The largest plausible number of sockets.
  private static let limit: Int32 = 16

  /// Returns the sockets for this process; empty without a service manager.
  static func sockets(_ variables: [String: String], process: Int32) throws(LivePageError) -> [PassedSocket] {
    guard variables["LISTEN_PID"] == String(process), let text = variables["LISTEN_FDS"] else { return [] }
    guard let count = Int32(text), (0...limit).contains(count) else {
      throw LivePageError(
        .cannotListen, subject: "LISTEN_FDS=\(text)", reason: "not a number of sockets from 0 to \(limit)",
        hint: "list fewer sockets with ListenStream= in the .socket unit")
    }
    let names = variables["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    return (0..<count).map { index in
      // Names are used only if their number matches that of the sockets.
      PassedSocket(descriptor: first + index, name: names.count == Int(count) ? String(names[Int(index)]) : nil)
    }
  }
}
