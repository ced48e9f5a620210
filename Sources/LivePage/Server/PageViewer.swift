#if Live
  import NIOCore
  import NIOWebSocket

  /// A page, on its connection: shows its token, then gets frames and says what it has drawn.
  final class PageViewer: ChannelInboundHandler, Viewer {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let services: PageServices
    private var context: ChannelHandlerContext?
    private var reader = FrameReader(longest: ViewerMessage.longest)
    private var flow = ViewerFlow<PublishedFrame>()
    /// What the page may do; nil as long as it hasn't shown its token.
    private var access: LiveAccess?
    /// By when the page has to have shown its token, or have drawn something.
    private var deadline: Scheduled<Void>?
    private var isEnding = false
    /// Whether the camera is set otherwise than the page was told.
    private var isStale = false
    /// Whether the system hasn't taken yet how the camera is set.
    private var isTelling = false
    /// Whether the system hasn't taken an answer to a ping yet.
    private var isPonging = false

    init(_ services: PageServices) { self.services = services }

    var isLooking: Bool { !flow.isPaused }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      close(.policyViolation, after: LivePageOptions.tokenPatience)
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

    /// Answers one ping at a time, and those of pages alone that were let in: who reads nothing makes nothing wait here.
    private func answerPing(_ data: [UInt8]) {
      guard access != nil, !isPonging, let context else { return }
      isPonging = true
      let me = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.pong, ByteBuffer(bytes: data)).whenComplete { _ in me.value.isPonging = false }
    }

    /// Closes, because the other side does, or has heard that this one does.
    private func answerClose(_ code: UInt16?, _ context: ChannelHandlerContext) {
      // The other side's number goes back, once (RFC 6455, 5.5.1).
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
      // RFC 6455, 7.4.1, and IANA's list: try again later.
      guard services.welcome(context.channel, access),
        services.audience.admit(self, access, from: ClientAddress(context.channel))
      else { return close(.unknown(1013)) }
      stateDidChange()
    }

    func stateDidChange() {
      isStale = true
      tellState()
    }

    /// Tells how the camera is set now, once the system has taken what was told before.
    private func tellState() {
      guard isStale, !isTelling, let access, let context else { return }
      (isStale, isTelling) = (false, true)
      let me = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.text, services.state(for: access)).whenSuccess {
        me.value.isTelling = false
        me.value.tellState()
      }
    }

    func take(_ frame: PublishedFrame) { send(flow.offer(frame, number: frame.number)) }

    private func send(_ frame: PublishedFrame?) {
      guard let frame, let context else { return }
      awaitDrawing(isNew: false)
      let me = NIOLoopBound(self, eventLoop: context.eventLoop)
      write(.binary, frame.message).whenSuccess { me.value.flow.didSend(frame.number) }
    }

    /// Gives the page its time to draw what is under way: who draws nothing keeps no seat from others.
    ///
    /// - Parameter isNew: Whether it has drawn something, and so has all the time again.
    private func awaitDrawing(isNew: Bool) {
      if isNew || !flow.isAwaiting { deadline.take()?.cancel() }
      guard flow.isAwaiting, !flow.isPaused, deadline == nil else { return }
      close(.unknown(Self.drawsNothing), after: LivePageOptions.drawingPatience)
    }

    /// One of those that are everybody's own (RFC 6455, 7.4.2).
    private static let drawsNothing: UInt16 = 4000

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
      let me = NIOLoopBound(self, eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: .seconds(seconds)) { me.value.close(code) }
    }

    private func close(_ code: WebSocketErrorCode) {
      guard let context, !isEnding else { return }
      isEnding = true
      deadline?.cancel()
      services.audience.leave(self)
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      write(.connectionClose, data)
      // Whoever reads nothing doesn't keep the connection.
      let channel = context.channel
      context.eventLoop.scheduleTask(in: .milliseconds(200)) { channel.close(promise: nil) }
    }
  }

  extension FrameReader.Head {
    /// What stands before a frame.
    init(_ frame: WebSocketFrame) {
      self.init(
        isLast: frame.fin, isExtended: frame.rsv1 || frame.rsv2 || frame.rsv3,
        opcode: UInt8(webSocketOpcode: frame.opcode), isMasked: frame.maskKey != nil)
    }
  }

  extension ClientAddress {
    /// Where a connection comes from; nil where that tells nobody from another.
    init?(_ channel: any Channel) {
      guard let text = channel.remoteAddress?.ipAddress else { return nil }
      self.init(text)
    }
  }
#endif
