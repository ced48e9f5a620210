#if Live
  import NIOCore
  import NIOHTTP1
  import NIOWebSocket

  /// A handler that reads the requests of one connection in order and passes them on.
  final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// The state of the current request.
    private enum Phase {
      /// No request.
      case idle
      /// The body is being read, up to a limit.
      case reading(LiveRoute, LiveAccess?, limit: Int, body: ByteBuffer)
      /// The response is being sent, or the connection is closing.
      case answering
    }

    static let name = "requests"

    private let services: PageServices
    private var phase = Phase.idle
    private var answers: RequestResponder?

    init(_ services: PageServices) { self.services = services }

    func handlerAdded(context: ChannelHandlerContext) {
      let reply = ResponseWriter(context.channel, services.timeouts) { [weak self] in self?.phase = .idle }
      answers = RequestResponder(services, reply)
      if context.channel.isActive { reply.awaitRequest() }
    }

    func channelActive(context: ChannelHandlerContext) {
      answers?.reply.awaitRequest()
      context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    private func leave() {
      answers?.leave()
      answers = nil
      phase = .answering
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error {
      // A failed upgrade is handled like any other request.
      case is NIOWebSocketUpgradeError: break
      case let error as HTTPParserError: refuse(PageResponse(error))
      // Content after a parser error is ignored.
      case is ByteToMessageDecoderError: break
      default: context.close(promise: nil)
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      answers?.writabilityDidChange()
      context.fireChannelWritabilityChanged()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): begin(head)
      case .body(let bytes): take(bytes)
      case .end: finish()
      }
    }

    private func begin(_ head: HTTPRequestHead) {
      // Further requests on a closing connection are ignored.
      guard case .idle = phase, let reply = answers?.reply else { return }
      let request = LiveRequest(head)
      reply.version = request.isHTTP10 ? .http1_0 : .http1_1
      reply.keepsAlive = head.isKeepAlive && !request.isHTTP10
      switch services.decide(request, on: reply.channel) {
      case .serve(let route, let access, let limit):
        phase = .reading(route, access, limit: limit, body: ByteBuffer())
        // A connection beyond the limits makes room for the next one.
        if services.isGuest(reply.channel) { reply.keepsAlive = false }
      case .refuse(let refusal): refuse(PageResponse(refusal))
      }
    }

    private func take(_ bytes: ByteBuffer) {
      guard case .reading(let route, let access, let limit, var body) = phase else { return }
      guard body.readableBytes + bytes.readableBytes <= limit else {
        return refuse(.words("The content is too large.", .payloadTooLarge))
      }
      body.writeImmutableBuffer(bytes)
      phase = .reading(route, access, limit: limit, body: body)
    }

    /// Rejects the request and stops reading.
    private func refuse(_ answer: PageResponse) {
      // A response in progress is completed.
      if case .answering = phase { return }
      phase = .answering
      guard let reply = answers?.reply else { return }
      reply.keepsAlive = false
      reply.isUnread = true
      reply.send(answer)
    }

    private func finish() {
      guard case .reading(let route, let access, _, let body) = phase else { return }
      phase = .answering
      answers?.answer(route, access ?? .look, Array(body.readableBytesView))
    }
  }

  extension LiveRequest {
    init(_ head: HTTPRequestHead) {
      // Duplicate headers are ambiguous between this server and a reverse proxy.
      func only(_ name: String) -> String? {
        let values = head.headers[name]
        return values.count == 1 ? values[0] : nil
      }
      self.init(
        method: head.method.rawValue, target: head.uri,
        origin: head.headers["origin"].isEmpty ? nil : only("origin") ?? "", authorization: only("authorization"),
        contentType: only("content-type"), isHTTP10: head.version.minor == 0)
      hosts = head.headers["host"]
      hasContent = !(only("content-length") ?? "0").allSatisfy { $0 == "0" }
      let encodings = head.headers["transfer-encoding"]
      if !encodings.isEmpty { transferEncoding = encodings.joined(separator: ", ") }
    }
  }
#endif
