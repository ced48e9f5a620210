#if Live
  import Glibc
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOWebSocket
  public import OpenCaptureProcessing
  import OpenCaptureSystem

  /// A server of a web page that shows a camera live.
  ///
  /// The owner of the camera, a ``LivePageHost``, publishes frames. All network activity takes place on one thread
  /// of the server.
  public final class LivePageServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let audience: Audience
    private let listeners: [any Channel]

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - options: The settings of the page.
    ///   - sockets: The sockets to listen on; the server takes ownership of them.
    ///   - host: The owner of the camera.
    /// - Throws: ``LivePageError`` when the server cannot listen on a socket.
    public init(
      _ options: LivePageOptions, on sockets: [ListeningSocket], host: any LivePageHost
    ) throws(LivePageError) {
      let encryption = try Encryption(options.identity)
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      pool.start()
      let loop = group.next()
      audience = Audience(on: loop, options) { [weak host] in host?.audienceDidChange(isWatched: $0) }
      let audience = audience
      let pool = pool
      do {
        listeners = try loop.flatSubmit {
          let services = PageServices(
            options, at: sockets.map(\.address), host: host, audience: audience, pool: pool)
          let shared = NIOLoopBound(services, eventLoop: loop)
          return EventLoopFuture.whenAllSucceed(
            sockets.map { Self.bootstrap(loop, shared, encryption).withBoundSocket($0.descriptor) }, on: loop)
        }.wait()
      } catch {
        throw LivePageError(.cannotListen, subject: sockets.map { "\($0.address)" }.joined(separator: ", "), error)
      }
    }

    /// Whether any viewer wants frames; without one, publishing is unnecessary.
    public var isWatched: Bool { audience.isWatched }

    /// The number of viewers, including hidden pages.
    public var viewerCount: Int { audience.viewerCount }

    /// Sends a frame to all viewers; encodes it on this thread if necessary, once for all viewers.
    ///
    /// - Throws: Errors of the decoder, and `PictureError` when encoding fails.
    public func publish(_ frame: Frame) throws { try audience.publish(frame) }

    /// Notifies all pages that ``LivePageHost/liveState`` has changed.
    public func stateDidChange() { group.next().execute { [audience] in audience.notifyStateChange() } }

    /// Starts to shut down: notifies pages (RFC 6455, 7.4.1: 1001) and rejects new viewers.
    ///
    /// Responses in progress continue until ``close()``.
    public func end() {
      for listener in listeners { listener.close(promise: nil) }
      try? group.next().submit { [audience] in audience.end() }.wait()
    }

    /// Shuts down after a short wait for responses in progress.
    public func close() {
      end()
      let loop = group.next()
      try? loop.flatSubmit { loop.scheduleTask(in: .milliseconds(250)) {}.futureResult }.wait()
      try? group.syncShutdownGracefully()
      try? pool.syncShutdownGracefully()
    }
  }

  extension LivePageServer {
    /// The limit of unsent data in the kernel's queue, to keep old frames out; in bytes (TCP_NOTSENT_LOWAT, tcp(7)).
    private static let unsentLimit: SocketOptionValue = 131_072
    /// The time until an unresponsive client is disconnected, in seconds (TCP_USER_TIMEOUT and TCP_KEEPIDLE, tcp(7)).
    private static let disconnectTimeout: SocketOptionValue = 30

    private static func tcp(_ option: Int32) -> ChannelOptions.Types.SocketOption {
      ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: option))
    }

    private static func bootstrap(
      _ loop: any EventLoop, _ services: NIOLoopBound<PageServices>, _ encryption: Encryption
    ) -> ServerBootstrap {
      ServerBootstrap(group: loop)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(tcp(TCP_NOTSENT_LOWAT), value: unsentLimit)
        .childChannelOption(tcp(TCP_USER_TIMEOUT), value: disconnectTimeout * 1000)
        .childChannelOption(.socketOption(.so_keepalive), value: 1)
        .childChannelOption(tcp(TCP_KEEPIDLE), value: disconnectTimeout / 2)
        .childChannelOption(tcp(TCP_KEEPINTVL), value: disconnectTimeout / 6)
        .childChannelOption(tcp(TCP_KEEPCNT), value: 3)
        .childChannelInitializer { channel in
          services.value.admitConnection(channel)
          return channel.eventLoop.makeCompletedFuture {
            try encryption.protect(channel)
            try configure(channel, services)
          }
        }
    }

    /// Configures a connection for requests and for the upgrade to a page's WebSocket.
    static func configure(_ channel: any Channel, _ services: NIOLoopBound<PageServices>) throws {
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: ViewerMessage.longest, automaticErrorHandling: false
      ) { channel, head in
        let request = LiveRequest(head)
        guard !request.isHTTP10, case .serve(.live, _, _) = services.value.decide(request, on: channel) else {
          return channel.eventLoop.makeSucceededFuture(nil)
        }
        return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
      } upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(PageViewer(services.value))
        }
      }
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = LivePageOptions.maximumHeadLength
      limits.maxHeaderListSize = LivePageOptions.maximumHeadLength
      limits.maxHeaderFieldCount = LivePageOptions.maximumHeaderCount
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
