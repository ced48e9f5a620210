#if Live
  import NIOCore
  import NIOEmbedded
  import NIOHTTP1
  import NIOPosix
  import OpenCaptureMediaSamples
  import OpenCaptureProcessing
  import OpenCaptureSystem

  @testable import OpenCaptureLivePage

  /// The connections of a server without sockets, with simulated time and a gate for sent data.
  final class ConnectionRig: LivePageHost, Sendable {
    private struct State: Lockable {
      var stateCount = 0
    }

    let tokens = LiveTokens()
    private let state = Locked(State())

    /// Returns the services that connections share, on their event loop.
    func services(on loop: EmbeddedEventLoop, connections: Int = 128) -> PageServices {
      var options = LivePageOptions(tokens: tokens)
      options.connectionLimit = connections
      let audience = Audience(on: loop, options) { _ in }
      return PageServices(
        options, at: [.defaultAddress], host: self, audience: audience, pool: NIOThreadPool(numberOfThreads: 1))
    }

    /// Returns a frame with the given bytes as its picture.
    static func frame(_ picture: [UInt8], number: UInt64 = 0) throws -> PublishedFrame {
      let frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 8, height: 8)))
      return PublishedFrame(
        LiveFrameMetadata(frame, number: number, start: .zero), picture: try DataBuffer(copying: picture.span.bytes)
      )
    }

    /// The number of requests for the camera's state.
    var stateCount: Int { state.withLock { $0.stateCount } }

    var liveState: LiveState {
      state.withLock { $0.stateCount += 1 }
      return LiveState()
    }

    func perform(_ command: LiveCommand) async throws(LivePageError) {}
    func path(ofFile name: String) -> String? { nil }
    func audienceDidChange(isWatched: Bool) {}
  }

  /// A handler that holds sent data until released, and fails it when the connection closes, like a socket.
  final class Gate: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private(set) var isOpen = false
    /// The number of held bytes.
    var waitingCount: Int { waiting.reduce(0) { $0 + $1.bytes.readableBytes } }
    private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      waiting.append((unwrapOutboundIn(data), promise))
    }

    func flush(context: ChannelHandlerContext) { if isOpen { letThrough() } }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      for (_, promise) in takeWaiting() { promise?.fail(ChannelError.ioOnClosedChannel) }
      context.close(mode: mode, promise: promise)
    }

    /// Releases the held data.
    func letThrough() {
      for (bytes, promise) in takeWaiting() { context?.write(wrapOutboundOut(bytes), promise: promise) }
      context?.flush()
    }

    /// Releases the held data and all later data.
    func open() {
      isOpen = true
      letThrough()
    }

    private func takeWaiting() -> [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] {
      defer { waiting = [] }
      return waiting
    }
  }

  /// A connection of the rig, closed with the last reference to it.
  ///
  /// A channel and its handlers retain each other until then.
  final class TestConnection {
    let channel: EmbeddedChannel
    let gate = Gate()

    /// Opens a connection.
    init(_ services: PageServices, _ loop: EmbeddedEventLoop, configure: (EmbeddedChannel) throws -> Void) throws {
      channel = EmbeddedChannel(loop: loop)
      try channel.pipeline.syncOperations.addHandler(gate)
      try configure(channel)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    /// Returns the data released so far.
    func received() throws -> String {
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
      return text
    }
  }
#endif
