import Fixtures
import Glibc
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

/// Whether the MQTT library is installed.
private let hasLibrary = (try? MosquittoLibrary.load()) != nil

@Suite("Hostile brokers", .enabled(if: hasLibrary, "requires libmosquitto"))
struct HostileBrokerTests {
  /// An accepted connection without properties.
  private static let acceptance: [UInt8] = [0x20, 3, 0, 0, 0]

  /// Returns the reason with which a client loses the connection to a broker that sends bytes.
  private func reason(for bytes: [UInt8]) throws -> String? {
    let server = try ByteServer(bytes)
    defer { server.end() }
    let options = PublishingOptions(try BrokerAddress("mqtt://127.0.0.1:\(server.port)/hall"))
    let will = OutgoingMessage(.state, topic: "hall/status", payload: [])
    let broker = try MosquittoBroker(options, id: "door", will: will)
    let events = Monitor(Events())
    try broker.start { event in events.update { $0.all.append(event) } }
    defer { broker.end() }
    try TimedOut.unless("the end of a connection") { deadline in
      events.wait(until: deadline) { $0.reason } != nil
    }
    return events.withLock { $0.reason }
  }

  private struct Events: Lockable {
    var all: [BrokerEvent] = []

    /// The reason for the first lost connection; nil before.
    var reason: String? {
      all.lazy.compactMap { if case .disconnected(let reason) = $0 { reason } else { nil } }.first
    }
  }

  @Test(
    "A broker that sends an invalid packet loses the client, which continues",
    arguments: [
      // A property that does not exist, before and after the acceptance.
      [0x20, 5, 0, 0, 2, 0x7f, 0], acceptance + [0x30, 7, 0, 1, 0x61, 2, 0x7f, 0, 1],
    ])
  func invalid(_ bytes: [UInt8]) throws {
    #expect(try reason(for: bytes) == "the broker sent an invalid packet")
  }

  @Test("A broker that announces a long packet loses the client before it sends the packet")
  func long() throws {
    let reason = try reason(for: Self.acceptance + [0x30, 0x80, 0x88, 0x89, 0x7a, 0])
    #expect(reason == "the broker sent a packet of 256001024 bytes; the limit is 65536")
  }
}

/// A server that reads from each connection once, sends bytes, and waits for the end of the connection.
private final class ByteServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let thread = Locked<NamedThread?>(nil)

  init(_ bytes: [UInt8]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw SystemError(code: errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let made = NamedThread(name: "server") {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4096)
        if read(connection, &buffer, buffer.count) > 0 {
          _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          while read(connection, &buffer, buffer.count) > 0 {}
        }
        close(connection)
      }
    }
    thread.withLock { $0 = made }
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    thread.withLock { $0 }?.join()
    close(listener)
  }
}
