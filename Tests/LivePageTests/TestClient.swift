#if Live
  import Glibc
  @testable import OpenCaptureLivePage
  import OpenCaptureSystem

  /// A client that sends any bytes and reads replies, on a thread that may block.
  final class TestClient {
    /// The timeout for a silent server, in seconds; long because commands are tasks, which other tests can delay.
    private static let timeout = 900

    private let descriptor: Int32
    private var received: [UInt8] = []
    private(set) var isClosed = false

    /// Connects.
    init(_ address: ListeningAddress) {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      // A `timeval`; see `withSocketAddress` for the reason why its fields have no names here.
      let limit = [Self.timeout, 0]
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, limit, socklen_t(limit.count * MemoryLayout<Int>.stride))
      _ = address.withSocketAddress { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends a request like a program.
    func request(
      _ method: String, _ target: String, token: LiveToken? = nil, host: String = "localhost", headers: String = "",
      body: String = ""
    ) {
      let authorization = token.map { "Authorization: Bearer \($0.text)\r\n" } ?? ""
      let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      send("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)\(headers)\(length)\r\n\(body)")
    }

    /// Reads until `body` returns a result and the number of bytes to remove; nil for a closed connection.
    func take<Result>(_ body: ([UInt8]) -> (Result, Int)?) -> Result? {
      while true {
        if let (result, count) = body(received) {
          received.removeFirst(count)
          return result
        }
        guard !isClosed else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 || errno != EAGAIN else { return nil }
        if count > 0 { received += bytes.prefix(count) } else { isClosed = true }
      }
    }

    /// Reads the head of a response and its status; nil for a closed connection.
    func head() -> (status: Int, text: String)? {
      take { bytes in
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ((status, text), end.upperBound)
      }
    }

    /// Reads the given number of bytes.
    func bytes(_ count: Int) -> [UInt8]? {
      take { $0.count >= count ? (Array($0.prefix(count)), count) : nil }
    }

    /// Reads a response with a Content-Length.
    func answer() -> (status: Int, text: String, body: [UInt8])? {
      guard let (status, text) = head() else { return nil }
      let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
      return bytes(length).map { (status, text, $0) }
    }

    /// Waits until the connection is closed; returns false after a timeout.
    func waitForEnd() -> Bool {
      _ = take { _ in nil as (Int, Int)? }
      return isClosed
    }
  }

  // MARK: WebSocket (RFC 6455)

  extension TestClient {
    /// A WebSocket message.
    enum Message: Equatable {
      case text(String)
      case binary([UInt8])
      case close(Int)
      case other
    }

    /// Requests the WebSocket and returns the status.
    func upgrade(host: String = "localhost", origin: String? = nil) -> Int? {
      let from = origin.map { "Origin: \($0)\r\n" } ?? ""
      request(
        "GET", "/live", host: host,
        headers: "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(from)")
      return head()?.status
    }

    /// Sends a masked frame, as required of clients.
    func send(opcode: UInt8, _ payload: [UInt8], isLast: Bool = true) {
      let length =
        payload.count < 126 ? [UInt8(payload.count)] : [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
      let mask: [UInt8] = [1, 2, 3, 4]
      send(
        [(isLast ? 0x80 : 0) | opcode, 0x80 | length[0]] + length.dropFirst() + mask
          + payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// Sends a text message.
    func say(_ json: String) { send(opcode: 1, Array(json.utf8)) }

    /// Reads the next message; nil for a closed connection.
    func message() -> Message? {
      take { bytes in
        guard bytes.count >= 2 else { return nil }
        var length = Int(bytes[1] & 0x7f)
        var start = 2
        let extra = length == 126 ? 2 : length == 127 ? 8 : 0
        guard bytes.count >= start + extra else { return nil }
        if extra > 0 { length = bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) } }
        start += extra
        guard bytes.count >= start + length else { return nil }
        let payload = Array(bytes[start..<start + length])
        switch bytes[0] & 15 {
        case 1: return (.text(String(decoding: payload, as: UTF8.self)), start + length)
        case 2: return (.binary(payload), start + length)
        case 8: return (.close(payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }), start + length)
        default: return (.other, start + length)
        }
      }
    }

    /// Reads the next message and returns its text; nil for other messages.
    func text() -> String? { if case .text(let text)? = message() { text } else { nil } }

    /// Reads the next frame and returns the number in its note; nil for other data.
    func frameNumber() -> Int? {
      while let message = message() {
        guard case .binary(let bytes) = message else { continue }
        guard let (note, _) = FrameMessage.parts(of: bytes) else { return nil }
        return note.firstMatch(of: /"number":(\d+)/).flatMap { Int($0.1) }
      }
      return nil
    }
  }
#endif
