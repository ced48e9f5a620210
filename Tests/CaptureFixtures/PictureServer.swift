public import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem

/// A camera that serves JPEG over HTTP, one connection at a time, on a free port.
public final class PictureServer: Sendable {
  /// The response to a connection.
  public enum Reply: Sendable {
    /// The given number of black frames at once, then white ones every 20 ms until the connection ends.
    case pictures(atOnce: Int)
    /// A request for a password.
    case unauthorized
    /// Frames every 20 ms if the given `user:password` in Base64 was sent, else a request for a password.
    case guarded(String)
    /// A redirection to another address.
    case moved(String)
    /// These bytes, after the header of a multipart response.
    case bytes([UInt8])
    /// These bytes every 20 ms, after the header of a multipart response.
    case parts([UInt8])
    /// The given number of frames every 20 ms, then nothing.
    case stall(after: Int)
    /// The given number of frames every 20 ms, then the end of the connection.
    case end(after: Int)
    /// Nothing.
    case silence
  }

  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"

  private struct State: Lockable, Sendable {
    var replies: [Reply]
    var isOver = false
    /// The requests with their headers.
    var requests: [String] = []
    /// Whether the frames at once have been sent.
    var hasSentAll = false
  }

  /// The port of the server.
  public let port: UInt16
  private let listener: Int32
  private let state: Monitor<State>
  private let thread = Locked<NamedThread?>(nil)

  /// Starts a server.
  ///
  /// - Parameter replies: The response to each connection. The last one is repeated.
  public init(_ replies: Reply...) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    port = try Self.listen(on: listener)
    state = Monitor(State(replies: replies))
    let made = NamedThread(name: "server") { [self] in serve() }
    thread.withLock { $0 = made }
  }

  /// Listens on a free port and returns its number.
  private static func listen(on listener: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && Glibc.listen(listener, 8) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw SystemError(code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Returns the URL of the server.
  public func address(_ user: String = "") -> String { "http://\(user)127.0.0.1:\(port)/video" }

  /// The requests with their headers.
  public var requests: [String] { state.withLock { $0.requests } }

  /// Waits until the frames at once have been sent.
  public func waitForBurst() throws(TimedOut) {
    try TimedOut.unless("a burst") { deadline in state.wait(until: deadline) { $0.hasSentAll ? true : nil } == true
    }
  }

  /// Ends all connections and stops the server.
  public func end() {
    state.withLock { $0.isOver = true }
    shutdown(listener, Int32(SHUT_RDWR))
    thread.withLock { $0 }?.join()
    close(listener)
  }

  private func serve() {
    while !state.withLock({ $0.isOver }) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      guard let request = readRequest(connection) else { continue }
      let reply = state.withLock { state in
        state.requests.append(request)
        return state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]
      }
      try? answer(reply, to: request, on: connection)
    }
  }

  private func readRequest(_ connection: Int32) -> String? {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }

  private static let unauthorizedResponse =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"camera\"\r\nContent-Length: 0\r\n\r\n"

  private func answer(_ reply: Reply, to request: String, on connection: Int32) throws {
    switch reply {
    case .unauthorized: _ = send(Self.unauthorizedResponse, on: connection)
    case .guarded(let password) where !request.contains("Authorization: Basic \(password)\r\n"):
      _ = send(Self.unauthorizedResponse, on: connection)
    case .guarded:
      guard send(Self.head, on: connection) else { return }
      _ = try sendPictures(.max, brightness: 255, pause: 20_000, on: connection)
    case .moved(let place):
      _ = send("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n", on: connection)
    case .bytes(let bytes): _ = send(Self.head, on: connection) && send(bytes, on: connection)
    case .parts(let bytes):
      guard send(Self.head, on: connection) else { return }
      while !state.withLock({ $0.isOver }), send(bytes, on: connection) { usleep(20_000) }
    case .silence: waitForEnd(of: connection)
    case .stall(let count):
      guard send(Self.head, on: connection),
        try sendPictures(count, brightness: 255, pause: 20_000, on: connection)
      else { return }
      waitForEnd(of: connection)
    case .end(let count):
      guard send(Self.head, on: connection) else { return }
      _ = try sendPictures(count, brightness: 255, pause: 20_000, on: connection)
    case .pictures(let count):
      guard send(Self.head, on: connection), try sendPictures(count, brightness: 0, pause: 0, on: connection) else {
        return
      }
      state.update { $0.hasSentAll = true }
      usleep(100_000)
      _ = try sendPictures(.max, brightness: 255, pause: 20_000, on: connection)
    }
  }

  /// Sends the given number of frames and returns whether the client received them.
  private func sendPictures(_ count: Int, brightness: UInt8, pause: UInt32, on connection: Int32) throws -> Bool {
    var picture = try PixelBuffer(format: .i420FullRange, width: 64, height: 48)
    try picture.withUnsafeMutablePlanes { planes in
      for (plane, value) in zip(planes, [brightness, 128, 128]) {
        _ = plane.initializeMemory(as: UInt8.self, repeating: value)
      }
    }
    let bytes = try JPEGEncoder(quality: 80).encode(picture).data.withUnsafeBytes { Array($0) }
    var number = 0
    while number < count, !state.withLock({ $0.isOver }) {
      let part = "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(bytes.count)\r\n\r\n"
      guard send(Array(part.utf8) + bytes + Array("\r\n".utf8), on: connection) else { return false }
      number += 1
      if pause > 0 { usleep(pause) }
    }
    return true
  }

  private func waitForEnd(of connection: Int32) {
    var byte: UInt8 = 0
    while !state.withLock({ $0.isOver }) {
      var descriptor = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, 20) > 0, read(connection, &byte, 1) <= 0 { return }
    }
  }

  private func send(_ text: String, on connection: Int32) -> Bool { send(Array(text.utf8), on: connection) }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
