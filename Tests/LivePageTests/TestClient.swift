#if Live
  import Glibc
  @testable import OpenCaptureLivePage
  import OpenCaptureSystem

  /// A client that sends any bytes, and takes what comes; on a thread that may wait.
  final class TestClient {
    /// After how many seconds a server that says nothing has failed the test: a command is a task, which waits for a
    /// thread behind other tests.
    private static let patience = 900

    private let descriptor: Int32
    private var received: [UInt8] = []
    private(set) var isClosed = false

    /// Connects.
    init(_ address: ListeningAddress) {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      // A `timeval`: see `withSocketAddress` for why its fields have no names here.
      let limit = [Self.patience, 0]
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, limit, socklen_t(limit.count * MemoryLayout<Int>.stride))
      _ = address.withSocketAddress { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends a request as a program does.
    func request(
      _ method: String, _ target: String, token: LiveToken? = nil, host: String = "localhost", headers: String = "",
      body: String = ""
    ) {
      let authorization = token.map { "Authorization: Bearer \($0.text)\r\n" } ?? ""
      let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      send("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)\(headers)\(length)\r\n\(body)")
    }

    /// Takes what comes until there is enough of it for `body` to make something of it, which is taken away then; nil where
    /// the connection is closed before.
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

    /// The head of an answer, and its number; nil where the connection is closed.
    func head() -> (status: Int, text: String)? {
      take { bytes in
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return ((status, text), end.upperBound)
      }
    }

    /// So many bytes.
    func bytes(_ count: Int) -> [UInt8]? {
      take { $0.count >= count ? (Array($0.prefix(count)), count) : nil }
    }

    /// A whole answer that says how long it is.
    func answer() -> (status: Int, text: String, body: [UInt8])? {
      guard let (status, text) = head() else { return nil }
      let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
      return bytes(length).map { (status, text, $0) }
    }

    /// Waits until the connection is closed; false where it isn't.
    func waitForEnd() -> Bool {
      _ = take { _ in nil as (Int, Int)? }
      return isClosed
    }
  }

  // MARK: WebSocket (RFC 6455)

  extension TestClient {
    /// A message.
    enum Message: Equatable {
      case text(String)
      case binary([UInt8])
      case close(Int)
      case other
    }

    /// Asks for the page's connection; the number of the answer.
    func upgrade(host: String = "localhost", origin: String? = nil) -> Int? {
      let from = origin.map { "Origin: \($0)\r\n" } ?? ""
      request(
        "GET", "/live", host: host,
        headers: "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(from)")
      return head()?.status
    }

    /// Sends a masked frame, as clients have to.
    func send(opcode: UInt8, _ payload: [UInt8], isLast: Bool = true) {
      let length =
        payload.count < 126 ? [UInt8(payload.count)] : [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
      let mask: [UInt8] = [1, 2, 3, 4]
      send(
        [(isLast ? 0x80 : 0) | opcode, 0x80 | length[0]] + length.dropFirst() + mask
          + payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// Sends a message of the page's.
    func say(_ json: String) { send(opcode: 1, Array(json.utf8)) }

    /// The next message; nil where the connection is closed.
    func message() -> Message? {
      take { bytes in
        guard bytes.count >= 2 else { return nil }
        var (length, start) = (Int(bytes[1] & 0x7f), 2)
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

    /// The next message where it is text; nil where it isn't.
    func text() -> String? { if case .text(let text)? = message() { text } else { nil } }

    /// The number in the note of the next frame; nil where something else comes.
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
