import Glibc
import OpenCaptureSystem

/// A socket that is listened to: one that is opened here, or was by a service manager.
///
/// It is opened before a process gives up the right to open any.
public struct ListeningSocket: Sendable {
  /// The socket.
  public let descriptor: Int32
  /// Where it listens, the port that the system chose included.
  public let address: ListeningAddress
  /// What a service manager calls it; nil for none.
  public let name: String?

  /// How many connections wait to be taken.
  private static let backlog: Int32 = 128

  /// Opens one.
  ///
  /// - Throws: ``LivePageError`` where the address isn't the machine's own, the port is taken or not for this person.
  public init(_ address: ListeningAddress) throws(LivePageError) {
    let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    func failed() -> LivePageError {
      LivePageError(.cannotListen, subject: "\(address)", systemError: errno)
    }
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
    (self.descriptor, self.address, name) = (descriptor, own, nil)
  }

  /// Takes one that is listened to already.
  ///
  /// - Throws: ``LivePageError`` where it is no such socket of the Internet's.
  public init(descriptor: Int32) throws(LivePageError) {
    try self.init(SocketActivation.Handed(descriptor: descriptor, name: nil))
  }

  private init(_ handed: SocketActivation.Handed) throws(LivePageError) {
    let descriptor = handed.descriptor
    var (isListening, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1,
      let address = Self.address(of: descriptor)
    else {
      throw LivePageError(
        .cannotListen, subject: handed.words,
        reason: "it is no TCP socket that is listened to",
        remedy: "hand over one of ListenStream= in a .socket unit")
    }
    (self.descriptor, self.address, name) = (descriptor, address, handed.name)
  }

  /// Those that a service manager opened for this process (sd_listen_fds(3)), all of which are listened to; none where
  /// there is none.
  ///
  /// Each is ``name``d as `LISTEN_FDNAMES` says, which is `FileDescriptorName=` in its unit; names choose nothing, and stand
  /// in errors.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - process: The process's number.
  /// - Throws: ``LivePageError`` where one of them is no socket that is listened to, or there are too many.
  public static func handedOver(
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
    var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        // A socket of no Internet has no port's number.
        guard getsockname(descriptor, place, &length) == 0 else { return Int32(-1) }
        return getnameinfo(
          place, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV
        )
      }
    }
    guard status == 0, let number = UInt16(text(port)) else { return nil }
    return ListeningAddress(host: text(host), port: number)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
