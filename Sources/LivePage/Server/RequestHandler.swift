#if Live
  import NIOCore
  import NIOHTTP1
  import NIOWebSocket

  /// Reads the requests of one connection, one after another, and has each answered.
  final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// What is done with the request that is being read.
    private enum Phase {
      /// None is.
      case idle
      /// Its body is read, up to a limit.
      case reading(LiveRoute, LiveAccess?, limit: Int, body: ByteBuffer)
      /// It is being answered, or the connection ends.
      case answering
    }

    static let name = "requests"

    private let services: PageServices
    private var phase = Phase.idle
    private var answers: RequestAnswers?

    init(_ services: PageServices) { self.services = services }

    func handlerAdded(context: ChannelHandlerContext) {
      let reply = ReplyWriter(context.channel) { [weak self] in self?.phase = .idle }
      answers = RequestAnswers(services, reply)
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
      // A request that doesn't become a WebSocket is answered as any other.
      case is NIOWebSocketUpgradeError: break
      case let error as HTTPParserError: refuse(Answer(error))
      // What comes behind such an error isn't read any more.
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
      // Once the connection is to end, what else was asked for on it isn't answered.
      guard case .idle = phase, let reply = answers?.reply else { return }
      let request = LiveRequest(head)
      (reply.version, reply.keepsAlive) = (request.isOld ? .http1_0 : .http1_1, head.isKeepAlive && !request.isOld)
      switch services.decide(request, on: reply.channel) {
      case .serve(let route, let access, let limit):
        phase = .reading(route, access, limit: limit, body: ByteBuffer())
        // A guest makes room for the next.
        if services.isGuest(reply.channel) { reply.keepsAlive = false }
      case .refuse(let refusal): refuse(Answer(refusal))
      }
    }

    private func take(_ bytes: ByteBuffer) {
      guard case .reading(let route, let access, let limit, var body) = phase else { return }
      guard body.readableBytes + bytes.readableBytes <= limit else {
        return refuse(.words("This is too much.", .payloadTooLarge))
      }
      body.writeImmutableBuffer(bytes)
      phase = .reading(route, access, limit: limit, body: body)
    }

    /// Answers, and reads no more.
    private func refuse(_ answer: Answer) {
      // Where something is being answered already, that comes to its end.
      if case .answering = phase { return }
      phase = .answering
      guard let reply = answers?.reply else { return }
      (reply.keepsAlive, reply.isUnread) = (false, true)
      reply.send(answer)
    }

    private func finish() {
      guard case .reading(let route, let access, _, let body) = phase else { return }
      phase = .answering
      answers?.answer(route, access ?? .look, Array(body.readableBytesView))
    }
  }
#endif
