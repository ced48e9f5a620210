#if Live
  import NIOCore
  import NIOHTTP1

  /// What a request is answered with, as a whole.
  struct Answer {
    var status: HTTPResponseStatus = .ok
    var contentType = "text/plain; charset=utf-8"
    var body = ByteBuffer()
    /// What goes along beside that; default nothing.
    var headers: [(String, String)] = []

    /// A sentence for a person.
    static func words(_ text: String, _ status: HTTPResponseStatus = .ok) -> Answer {
      Answer(status: status, body: ByteBuffer(string: text + "\n"))
    }

    /// An object of JSON.
    static func json(_ bytes: [UInt8], _ status: HTTPResponseStatus = .ok) -> Answer {
      Answer(status: status, contentType: "application/json", body: ByteBuffer(bytes: bytes))
    }

    /// After how many seconds whoever finds no room may come again (RFC 9110, 10.2.3).
    private static let comeAgain = ("Retry-After", "5")

    /// What there is no room for now.
    static func full(_ text: String) -> Answer {
      var answer = words(text, .serviceUnavailable)
      answer.headers.append(comeAgain)
      return answer
    }

    /// What is answered to whoever asks for the page's connection without making it one (RFC 6455, 4.4).
    static var upgrade: Answer {
      var answer = words("This is the page's connection, a WebSocket.", .upgradeRequired)
      answer.headers += [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13")]
      return answer
    }

    /// What isn't HTTP, or more of it than is read.
    init(_ error: HTTPParserError) {
      switch error {
      case .headerOverflow: self = .words("This is a longer head than any here.", .requestHeaderFieldsTooLarge)
      case .invalidVersion: self = .words("This is HTTP 1.1.", .httpVersionNotSupported)
      default: self = .words("This isn't HTTP.", .badRequest)
      }
    }

    /// Why a request isn't answered with what it asks for.
    init(_ refusal: RequestRouter.Refusal) {
      self = .words(refusal.words, HTTPResponseStatus(statusCode: refusal.status))
      if case .wrongMethod(let allowed) = refusal { headers.append(("Allow", allowed)) }
      if case .unauthorized = refusal { headers.append(("WWW-Authenticate", "Bearer")) }
      if case .full = refusal { headers.append(Self.comeAgain) }
    }

    init(
      status: HTTPResponseStatus = .ok, contentType: String = "text/plain; charset=utf-8",
      body: ByteBuffer = ByteBuffer()
    ) { (self.status, self.contentType, self.body) = (status, contentType, body) }

    /// The head, with what goes along with every answer.
    func head(length: Int?, _ version: HTTPVersion, keepsAlive: Bool) -> HTTPResponseHead {
      var all = HTTPHeaders(PageHeaders.all.map { ($0.name, $0.value) } + headers)
      all.add(name: "Content-Type", value: contentType)
      if let length { all.add(name: "Content-Length", value: String(length)) }
      if !keepsAlive { all.add(name: "Connection", value: "close") }
      return HTTPResponseHead(version: version, status: status, headers: all)
    }
  }
#endif
