public import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureSystem

/// A camera that gives JPEG by HTTP, one connection after the other, on a port of its own.
public final class PictureServer: Sendable {
  /// What is sent to who connects.
  public enum Reply: Sendable {
    /// So many pictures at once, black ones, and then white ones at their time until the connection ends.
    case pictures(atOnce: Int)
    /// That a password is wanted.
    case unauthorized
    /// The same where none is given, or another than this, as `user:password` in Base64; else pictures at their time.
    case guarded(String)
    /// That it is elsewhere.
    case moved(String)
    /// This, after the header of an answer in parts.
    case bytes([UInt8])
    /// This, every fiftieth of a second, after the header of an answer in parts.
    case parts([UInt8])
    /// So many pictures at their time, and then nothing, ever.
    case stall(after: Int)
    /// So many pictures, and then the connection's end.
    case end(after: Int)
    /// Nothing, ever.
    case silence
  }

  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"

  private struct State: Lockable, Sendable {
    var replies: [Reply]
    var isOver = false
    /// What was asked for, each with its headers.
    var requests: [String] = []
    /// Whether the pictures that come at once are on their way.
    var hasSentAll = false
  }

  /// Where it listens.
  public let port: UInt16
  private let listener: Int32
  private let state: Monitor<State>
  private let thread = Locked<NamedThread?>(nil)

  /// Begins to listen.
  ///
  /// - Parameter replies: What each connection gets; the last one's is every later one's.
  public init(_ replies: Reply...) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    port = try Self.listen(on: listener)
    state = Monitor(State(replies: replies))
    let made = NamedThread(name: "server") { [self] in serve() }
    thread.withLock { $0 = made }
  }

  /// Listens on a port that is free, and says which.
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

  /// Where it is.
  public func address(_ user: String = "") -> String { "http://\(user)127.0.0.1:\(port)/video" }

  /// What was asked for, each with its headers.
  public var requests: [String] { state.withLock { $0.requests } }

  /// Waits until the pictures that come at once are on their way.
  public func waitForBurst() throws(TimedOut) {
    try TimedOut.unless("a burst") { deadline in state.wait(until: deadline) { $0.hasSentAll ? true : nil } == true
    }
  }

  /// Ends all connections, and takes no more.
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
    var (text, buffer) = ("", [UInt8](repeating: 0, count: 4096))
    while !text.contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }

  private static let refusal =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"camera\"\r\nContent-Length: 0\r\n\r\n"

  private func answer(_ reply: Reply, to request: String, on connection: Int32) throws {
    switch reply {
    case .unauthorized: _ = send(Self.refusal, on: connection)
    case .guarded(let password) where !request.contains("Authorization: Basic \(password)\r\n"):
      _ = send(Self.refusal, on: connection)
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

  /// Sends so many pictures; whether somebody took them.
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
