#if Live
  import Glibc
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOWebSocket
  public import OpenCaptureProcessing
  import OpenCaptureSystem

  /// Serves a page that shows a camera live.
  ///
  /// Frames are published by whoever has the camera, a ``LivePageHost``; everything of the network happens on one thread of
  /// the server's own.
  public final class LivePageServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let audience: Audience
    private let listeners: [any Channel]

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - options: To whom, and how.
    ///   - sockets: Where, as ``ListeningSocket`` opens them or a service manager hands them over; they are the server's then.
    ///   - host: Who has the camera.
    /// - Throws: ``LivePageError`` where the sockets can't be listened to.
    public init(
      _ options: LivePageOptions, on sockets: [ListeningSocket], host: any LivePageHost
    ) throws(LivePageError) {
      let encryption = try Encryption(options.identity)
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      pool.start()
      let loop = group.next()
      audience = Audience(on: loop, options) { [weak host] in host?.audienceDidChange(isWatched: $0) }
      let (audience, pool) = (audience, pool)
      do {
        listeners = try loop.flatSubmit {
          let services = PageServices(
            options, at: sockets.map(\.address), host: host, audience: audience, pool: pool)
          let shared = NIOLoopBound(services, eventLoop: loop)
          return EventLoopFuture.whenAllSucceed(
            sockets.map { Self.bootstrap(loop, shared, encryption).withBoundSocket($0.descriptor) }, on: loop)
        }.wait()
      } catch {
        throw LivePageError(
          .cannotListen, subject: sockets.map { "\($0.address)" }.joined(separator: ", "), error)
      }
    }

    /// Whether anybody looks: frames need to be published only then.
    public var isWatched: Bool { audience.isWatched }

    /// How many look, or could.
    public var viewerCount: Int { audience.viewerCount }

    /// Shows a frame to all who look; encodes it on this thread where it isn't yet, once for all.
    ///
    /// - Throws: What its decoder throws; `PictureError` where it can't be encoded.
    public func publish(_ frame: Frame) throws { try audience.publish(frame) }

    /// Tells all pages that ``LivePageHost/liveState`` has changed.
    public func stateDidChange() { group.next().execute { [audience] in audience.tellState() } }

    /// Begins the end: pages are told that the server goes (RFC 6455, 7.4.1: 1001), and nobody is let in any more.
    ///
    /// What is being answered goes on until ``close()``.
    public func end() {
      for listener in listeners { listener.close(promise: nil) }
      try? group.next().submit { [audience] in audience.end() }.wait()
    }

    /// Ends: nobody is waited for longer than a moment.
    public func close() {
      end()
      let loop = group.next()
      try? loop.flatSubmit {
        loop.scheduleTask(in: .milliseconds(250)) {}.futureResult
      }.wait()
      try? group.syncShutdownGracefully()
      try? pool.syncShutdownGracefully()
    }
  }

  extension LivePageServer {
    /// TCP_NOTSENT_LOWAT (tcp(7)): how much the system takes beyond what is on its way, in bytes, where old frames would wait.
    private static let unsentLimit: SocketOptionValue = 131_072
    /// After how many seconds somebody is gone whose system says nothing (TCP_USER_TIMEOUT, tcp(7)); one that has nothing to
    /// say is asked before (TCP_KEEPIDLE).
    private static let goneAfter: SocketOptionValue = 30

    private static func tcp(_ option: Int32) -> ChannelOptions.Types.SocketOption {
      ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: option))
    }

    private static func bootstrap(
      _ loop: any EventLoop, _ services: NIOLoopBound<PageServices>, _ encryption: Encryption
    ) -> ServerBootstrap {
      ServerBootstrap(group: loop)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(tcp(TCP_NOTSENT_LOWAT), value: unsentLimit)
        .childChannelOption(tcp(TCP_USER_TIMEOUT), value: goneAfter * 1000)
        .childChannelOption(.socketOption(.so_keepalive), value: 1)
        .childChannelOption(tcp(TCP_KEEPIDLE), value: goneAfter / 2)
        .childChannelOption(tcp(TCP_KEEPINTVL), value: goneAfter / 6)
        .childChannelOption(tcp(TCP_KEEPCNT), value: 3)
        .childChannelInitializer { channel in
          services.value.admitConnection(channel)
          return channel.eventLoop.makeCompletedFuture {
            try encryption.protect(channel)
            try configure(channel, services)
          }
        }
    }

    /// Makes a connection one that answers requests, or becomes a page's.
    static func configure(_ channel: any Channel, _ services: NIOLoopBound<PageServices>) throws {
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: ViewerMessage.longest, automaticErrorHandling: false
      ) { channel, head in
        let request = LiveRequest(head)
        guard !request.isOld, case .serve(.live, _, _) = services.value.decide(request, on: channel) else {
          return channel.eventLoop.makeSucceededFuture(nil)
        }
        return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
      } upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(PageViewer(services.value))
        }
      }
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = LivePageOptions.longestHead
      limits.maxHeaderListSize = LivePageOptions.longestHead
      limits.maxHeaderFieldCount = LivePageOptions.mostFields
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: true,
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            context.pipeline.syncOperations.removeHandler(name: RequestHandler.name, promise: nil)
          }
        ),
        withErrorHandling: false, withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(RequestHandler(services.value), name: RequestHandler.name)
    }
  }
#endif
