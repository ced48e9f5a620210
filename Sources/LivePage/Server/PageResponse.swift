#if Live
  import NIOCore
  import NIOHTTP1

  /// A complete response to a request.
  struct PageResponse {
    var status: HTTPResponseStatus = .ok
    var contentType = "text/plain; charset=utf-8"
    var body = ByteBuffer()
    /// Additional headers; default none.
    var headers: [(String, String)] = []
  }

  extension PageResponse {
    /// Creates a response with a sentence for the user.
    static func words(_ text: String, _ status: HTTPResponseStatus = .ok) -> PageResponse {
      PageResponse(status: status, body: ByteBuffer(string: text + "\n"))
    }

    /// Creates a response with a JSON object.
    static func json(_ bytes: [UInt8], _ status: HTTPResponseStatus = .ok) -> PageResponse {
      PageResponse(status: status, contentType: "application/json", body: ByteBuffer(bytes: bytes))
    }

    /// The header with the delay before a retry, in seconds (RFC 9110, 10.2.3).
    private static let retryAfter = ("Retry-After", "5")

    /// Creates a response for a server without free capacity.
    static func full(_ text: String) -> PageResponse {
      var answer = words(text, .serviceUnavailable)
      answer.headers = [retryAfter]
      return answer
    }

    /// The response to a request for the page's WebSocket without an upgrade (RFC 6455, 4.4).
    static var upgrade: PageResponse {
      var answer = words("This address requires a WebSocket connection.", .upgradeRequired)
      answer.headers = [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13")]
      return answer
    }

    init(_ error: HTTPParserError) {
      switch error {
      case .headerOverflow: self = .words("The head of the request is too long.", .requestHeaderFieldsTooLarge)
      case .invalidVersion: self = .words("Only HTTP 1.1 is supported.", .httpVersionNotSupported)
      default: self = .words("The request is not valid HTTP.", .badRequest)
      }
    }

    init(_ refusal: RequestRouter.Rejection) {
      let answer = refusal.answer
      self = .words(answer.words, HTTPResponseStatus(statusCode: answer.status))
      if case .wrongMethod(let allowed) = refusal { headers.append(("Allow", allowed)) }
      if case .unauthorized = refusal { headers.append(("WWW-Authenticate", "Bearer")) }
      if case .full = refusal { headers.append(Self.retryAfter) }
    }

    /// Returns the head of the response with the headers common to all responses.
    func head(length: Int?, _ version: HTTPVersion, keepsAlive: Bool) -> HTTPResponseHead {
      var all = HTTPHeaders(PageHeaders.all.map { ($0.name, $0.value) } + headers)
      all.add(name: "Content-Type", value: contentType)
      if let length { all.add(name: "Content-Length", value: String(length)) }
      if !keepsAlive { all.add(name: "Connection", value: "close") }
      return HTTPResponseHead(version: version, status: status, headers: all)
    }
  }
#endif
