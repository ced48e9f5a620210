#if Live
  import NIOCore
  import NIOWebSocket

  /// The WebSocket connection of a page, which presents its token, receives frames and acknowledges them.
  final class PageViewer: ChannelInboundHandler, Viewer {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let services: PageServices
    private var context: ChannelHandlerContext?
    private var reader = FrameReader(longest: ViewerMessage.longest)
    private var flow = ViewerFlow<PublishedFrame>()
    /// The access of the page; nil before it presents its token.
    private var access: LiveAccess?
    /// The deadline for the token or for the next acknowledgement.
    private var deadline: Scheduled<Void>?
    private var isEnding = false
    /// Whether the page has an outdated state.
    private var isStale = false
    /// Whether a state message is still being sent.
    private var isSendingState = false
    /// Whether a pong is still being sent.
    private var isSendingPong = false

    init(_ services: PageServices) { self.services = services }

    var isLooking: Bool { !flow.isPaused }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      close(.policyViolation, after: services.timeouts.token)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    private func leave() {
      deadline?.cancel()
      services.audience.leave(self)
      context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      close(error as? NIOWebSocketError == .invalidFrameLength ? .messageTooLarge : .protocolError)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      switch reader.take(FrameReader.Head(frame), Array(frame.unmaskedData.readableBytesView)) {
      case .none: break
      case .message(let message): take(message)
      case .ping(let data): answerPing(data)
      case .close(let code): answerClose(code, context)
      case .failure(let failure): close(WebSocketErrorCode(codeNumber: Int(failure.rawValue)))
      }
    }

    /// Answers one ping at a time, and only for pages with a token, so that answers cannot pile up.
    private func answerPing(_ data: [UInt8]) {
      guard access != nil, !isSendingPong, let context else { return }
      isSendingPong = true
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.pong, ByteBuffer(bytes: data)).whenComplete { _ in bound.value.isSendingPong = false }
    }

    /// Answers a close frame, or completes the close that this side started.
    private func answerClose(_ code: UInt16?, _ context: ChannelHandlerContext) {
      // Returns the code of the other side, once (RFC 6455, 5.5.1).
      if !isEnding { write(.connectionClose, code.map { ByteBuffer(integer: $0) } ?? ByteBuffer()) }
      isEnding = true
      context.close(promise: nil)
    }

    private func take(_ bytes: [UInt8]) {
      guard !isEnding else { return }
      do throws(LivePageError) {
        let message = try ViewerMessage(bytes)
        guard access != nil else { return admit(message) }
        switch message {
        case .token: close(.policyViolation)
        case .drawn(let number):
          let next = try flow.acknowledge(number)
          awaitDrawing(isNew: true)
          send(next)
        case .hidden(let isHidden):
          flow.setPaused(isHidden)
          awaitDrawing(isNew: true)
          services.audience.update()
        }
      } catch {
        close(.policyViolation)
      }
    }

    private func admit(_ message: ViewerMessage) {
      guard case .token(let token) = message, let access = services.access(by: token), let context else {
        return close(.policyViolation)
      }
      deadline.take()?.cancel()
      self.access = access
      // 1013 (RFC 6455, 7.4.1, and IANA's registry): try again later.
      guard services.promote(context.channel, access),
        services.audience.admit(self, access, from: ClientAddress(context.channel))
      else { return close(.unknown(1013)) }
      stateDidChange()
    }

    func stateDidChange() {
      isStale = true
      sendState()
    }

    /// Sends the current state once the previous state message was sent.
    private func sendState() {
      guard isStale, !isSendingState, let access, let context else { return }
      isStale = false
      isSendingState = true
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.text, services.state(for: access)).whenSuccess {
        bound.value.isSendingState = false
        bound.value.sendState()
      }
    }

    func take(_ frame: PublishedFrame) { send(flow.offer(frame, number: frame.number)) }

    private func send(_ frame: PublishedFrame?) {
      guard let frame, let context else { return }
      awaitDrawing(isNew: false)
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.binary, frame.message).whenSuccess { bound.value.flow.didSend(frame.number) }
    }

    /// Sets the deadline for the next acknowledgement, so that inactive pages occupy no seat; a new one restarts it.
    private func awaitDrawing(isNew: Bool) {
      if isNew || !flow.isAwaiting { deadline.take()?.cancel() }
      guard flow.isAwaiting, !flow.isPaused, deadline == nil else { return }
      // The code is from the range for private use (RFC 6455, 7.4.2).
      close(.unknown(4000), after: services.timeouts.drawing)
    }

    @discardableResult
    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> EventLoopFuture<Void> {
      guard let context, !isEnding || opcode == .connectionClose else {
        return services.audience.loop.makeFailedFuture(ChannelError.ioOnClosedChannel)
      }
      return context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)))
    }

    func end() { close(.goingAway) }

    private func close(_ code: WebSocketErrorCode, after seconds: Int64) {
      guard let context else { return }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: .seconds(seconds)) { bound.value.close(code) }
    }

    private func close(_ code: WebSocketErrorCode) {
      guard let context, !isEnding else { return }
      isEnding = true
      deadline?.cancel()
      services.audience.leave(self)
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      write(.connectionClose, data)
      // Closes the connection even if the other side reads nothing.
      let channel = context.channel
      context.eventLoop.scheduleTask(in: .milliseconds(200)) { channel.close(promise: nil) }
    }
  }

  extension FrameReader.Head {
    init(_ frame: WebSocketFrame) {
      self.init(
        isLast: frame.fin, isExtended: frame.rsv1 || frame.rsv2 || frame.rsv3,
        opcode: UInt8(webSocketOpcode: frame.opcode), isMasked: frame.maskKey != nil)
    }
  }

  extension ClientAddress {
    /// Creates the address of a connection; nil if unknown or shared.
    init?(_ channel: any Channel) {
      guard let text = channel.remoteAddress?.ipAddress else { return nil }
      self.init(text)
    }
  }
#endif
