import COpenCaptureMosquitto
import Glibc
import OpenCaptureSystem

/// A connection to a broker between the network and libmosquitto, which gets only valid packets.
///
/// The channel replaces the library's socket by a local one. A thread copies the data, encrypts it if necessary, and
/// ends with either side.
///
/// Unchecked: the thread alone uses the members, except for the failure.
final class BrokerChannel: @unchecked Sendable {
  /// The end of a connection, with the reason if it is a failure.
  private struct Ended: Error {
    var reason: String?
  }

  private struct State: Lockable {
    var failure: String?
  }

  /// The timeout for negotiating TLS, and for sending the last data, in nanoseconds.
  private static let timeout: UInt64 = 10_000_000_000
  /// The interval at which waiting checks whether the connection is still needed, in milliseconds.
  private static let checkInterval: Int32 = 100

  private let network: Int32
  private let library: Int32
  private let tls: OpaquePointer?
  /// Whether TLS has to write before it can continue.
  private var wantsWriting = false
  private var filter = PacketFilter()
  private let state = Locked(State())

  /// The reason why the channel ended the connection; nil if either side did.
  var failure: String? { state.withLock { $0.failure } }

  /// Takes over the socket that libmosquitto has connected.
  ///
  /// - Parameters:
  ///   - descriptor: The library's descriptor, which becomes that of a local socket.
  ///   - isNeeded: Whether to continue negotiating TLS.
  /// - Throws: ``PublishingError`` if the system lacks resources, or TLS fails.
  init(
    replacing descriptor: Int32, _ options: PublishingOptions, while isNeeded: () -> Bool
  ) throws(PublishingError) {
    let subject = "\(options.address)"
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let network = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let isReplaced = network >= 0 && socketpair(AF_UNIX, type, 0, &ends) == 0 && dup2(ends[1], descriptor) >= 0
    let error = errno
    close(ends[1])
    guard isReplaced else {
      close(network)
      close(ends[0])
      throw PublishingError(.cannotStart, subject: subject, systemError: error)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(network, F_SETFL, O_NONBLOCK)
    self.network = network
    library = ends[0]
    guard options.address.isEncrypted else {
      tls = nil
      return
    }
    tls = options.address.host.withCString { host in
      guard let certificates = options.trustedCertificates else { return cmosquitto_tls_open(network, host, nil) }
      return certificates.withCString { cmosquitto_tls_open(network, host, $0) }
    }
    do throws(Ended) { try negotiate(while: isNeeded) } catch {
      let reason = error.reason ?? "the broker closed the connection"
      throw PublishingError(.cannotStart, subject: subject, reason: reason)
    }
  }

  deinit {
    cmosquitto_tls_close(tls)
    close(network)
    close(library)
  }

  /// Starts the thread; false if the system cannot create one.
  func start() -> Bool { NamedThread(name: "mqtt channel") { self.run() } != nil }

  // MARK: TLS

  private func negotiate(while isNeeded: () -> Bool) throws(Ended) {
    guard let tls else { throw Ended(reason: "TLS is unavailable") }
    let deadline = MonotonicClock.now() + Self.timeout
    while true {
      let result = Int(cmosquitto_tls_connect(tls))
      if result > 0 { return }
      try check(result)
      guard isNeeded(), MonotonicClock.now() < deadline else { throw Ended(reason: "TLS timed out") }
      var polled = pollfd(fd: network, events: Int16(wantsWriting ? POLLOUT : POLLIN), revents: 0)
      poll(&polled, 1, Self.checkInterval)
    }
  }

  /// Records what a TLS operation waits for.
  ///
  /// - Throws: `Ended` if the connection is closed or has failed.
  private func check(_ result: Int) throws(Ended) {
    wantsWriting = result == CMOSQUITTO_TLS_WANTS_WRITING
    if result == CMOSQUITTO_TLS_CLOSED { throw Ended() }
    guard result == CMOSQUITTO_TLS_FAILED else { return }
    throw Ended(reason: String(cString: cmosquitto_tls_complaint(tls)))
  }

  // MARK: The thread

  private func run() {
    // Writing to a broken connection must not end the process.
    var ignored = sigset_t()
    sigaddset(&ignored, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &ignored, nil)
    var incoming: [UInt8] = []
    var outgoing: [UInt8] = []
    do throws(Ended) {
      while true { try exchange(&incoming, &outgoing) }
    } catch {
      state.withLock { $0.failure = error.reason }
      if error.reason == nil { try? drain(&outgoing) }
    }
    // The library reports the end of its socket as a lost connection.
    shutdown(library, Int32(SHUT_RDWR))
  }

  /// Sends the library's remaining data, such as the end of the session, after either side closed the connection.
  private func drain(_ outgoing: inout [UInt8]) throws(Ended) {
    let deadline = MonotonicClock.now() + Self.timeout
    while MonotonicClock.now() < deadline {
      if outgoing.isEmpty { try collect(&outgoing) }
      if outgoing.isEmpty { return }
      var polled = pollfd(fd: network, events: Int16(POLLOUT), revents: 0)
      poll(&polled, 1, Self.checkInterval)
      try send(&outgoing)
    }
  }

  /// Waits for data and space, and copies what is possible in both directions.
  private func exchange(_ incoming: inout [UInt8], _ outgoing: inout [UInt8]) throws(Ended) {
    let reads = incoming.isEmpty
    var polled = [
      pollfd(
        fd: reads || !outgoing.isEmpty ? network : -1,
        events: Int16((reads ? POLLIN : 0) | (wantsWriting || !outgoing.isEmpty ? POLLOUT : 0)), revents: 0),
      pollfd(fd: library, events: Int16((outgoing.isEmpty ? POLLIN : 0) | (reads ? 0 : POLLOUT)), revents: 0),
    ]
    let isReady = reads && tls.map { cmosquitto_tls_has_pending($0) } ?? false
    guard poll(&polled, 2, isReady ? 0 : -1) >= 0 || errno == EINTR else { throw Ended() }
    if polled[0].revents != 0 || isReady {
      if !outgoing.isEmpty { try send(&outgoing) }
      if reads { try receive(&incoming) }
    }
    if polled[1].revents & Int16(POLLHUP) != 0 { throw Ended() }
    guard polled[1].revents != 0 || !incoming.isEmpty else { return }
    if !incoming.isEmpty { try forward(&incoming) }
    if outgoing.isEmpty { try collect(&outgoing) }
  }

  private static let pieceCount = 1 << 14

  /// Receives data from the broker and keeps its valid packets.
  private func receive(_ incoming: inout [UInt8]) throws(Ended) {
    var piece = [UInt8](repeating: 0, count: Self.pieceCount)
    let count = tls.map { Int(cmosquitto_tls_read($0, &piece, piece.count)) } ?? read(network, &piece, piece.count)
    guard let received = try received(count, isEncrypted: tls != nil) else { return }
    do throws(PacketFilter.Failure) { incoming = try filter.take(piece.prefix(received)) } catch {
      throw Ended(reason: error.reason)
    }
  }

  /// Sends data to the broker, and removes what was sent.
  private func send(_ outgoing: inout [UInt8]) throws(Ended) {
    let count = tls.map { Int(cmosquitto_tls_write($0, outgoing, outgoing.count)) }
    let result = count ?? write(network, outgoing, outgoing.count)
    if let sent = try received(result, isEncrypted: tls != nil) { outgoing.removeFirst(sent) }
  }

  /// Passes packets to the library, and removes what it took.
  private func forward(_ incoming: inout [UInt8]) throws(Ended) {
    let count = write(library, incoming, incoming.count)
    if let sent = try received(count, isEncrypted: false) { incoming.removeFirst(sent) }
  }

  /// Collects the library's data for the broker.
  private func collect(_ outgoing: inout [UInt8]) throws(Ended) {
    var piece = [UInt8](repeating: 0, count: Self.pieceCount)
    let count = read(library, &piece, piece.count)
    if let received = try received(count, isEncrypted: false) { outgoing = Array(piece.prefix(received)) }
  }

  /// Returns the number of bytes of an operation; nil if it has to be repeated later.
  ///
  /// - Throws: `Ended` if the connection is closed or has failed.
  private func received(_ count: Int, isEncrypted: Bool) throws(Ended) -> Int? {
    if count > 0 { return count }
    if isEncrypted {
      try check(count)
    } else {
      guard count < 0, errno == EAGAIN || errno == EINTR else { throw Ended() }
    }
    return nil
  }
}
