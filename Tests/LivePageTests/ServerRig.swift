#if Live
  import Fixtures
  import OpenCaptureMediaSamples
  import OpenCaptureProcessing
  import OpenCaptureSystem

  @testable import OpenCaptureLivePage

  /// A server on a free port, whose frames the test publishes.
  final class ServerRig: LivePageHost, Sendable {
    private struct Holder: Lockable {
      var server: LivePageServer?
    }

    private struct State: Lockable {
      var commands: [LiveCommand] = []
      var watched: [Bool] = []
    }

    let tokens = LiveTokens()
    let address: ListeningAddress
    private let state = Monitor(State())
    private let file: String?
    private let holder = Locked(Holder())

    /// Begins to serve.
    init(viewers: Int = 16, connections: Int = 128, file: String? = nil) throws {
      let socket = try ListeningSocket(ListeningAddress(host: "127.0.0.1", port: 0))
      (address, self.file) = (socket.address, file)
      var options = LivePageOptions(tokens: tokens)
      (options.viewerLimit, options.connectionLimit) = (viewers, connections)
      let server = try LivePageServer(options, on: [socket], host: self)
      holder.withLock { $0.server = server }
    }

    var server: LivePageServer? { holder.withLock { $0.server } }

    func close() { holder.withLock { $0.server.take() }?.close() }

    var liveState: LiveState {
      var told = LiveState()
      told.camera = "test"
      return told
    }

    func perform(_ command: LiveCommand) async throws(LivePageError) {
      state.update { $0.commands.append(command) }
      if case .zoom = command {
        throw LivePageError(.cannotPerform, subject: "zoom", reason: "this camera has none")
      }
    }

    func path(ofFile name: String) -> String? { name == "photo.jpg" ? file : nil }

    func audienceDidChange(isWatched: Bool) { state.update { $0.watched.append(isWatched) } }

    /// What was asked for so far.
    var commands: [LiveCommand] { state.withLock { $0.commands } }

    /// Waits until somebody looks, or nobody does any more, for so many times.
    func waitForAudience(_ count: Int) throws {
      try TimedOut.unless("the audience changed \(count) times", within: TimedOut.patience) { deadline in
        state.wait(until: deadline) { $0.watched.count >= count ? true : nil } ?? false
      }
    }

    /// Shows a frame.
    func publish() throws {
      let picture = try PixelBuffer(format: .grey, width: 64, height: 48)
      try server?.publish(Frame(SampleBuffer(imageBuffer: picture)))
    }

    /// A page that is let in, after its state was told.
    func page(_ token: LiveToken? = nil) -> TestClient {
      let client = TestClient(address)
      _ = client.upgrade()
      client.say(#"{"token":"\#((token ?? tokens.look).text)"}"#)
      _ = client.message()
      return client
    }

    /// The status of one request.
    func status(_ method: String, _ target: String, token: LiveToken? = nil, body: String = "") -> Int? {
      let client = TestClient(address)
      client.request(method, target, token: token, body: body)
      return client.head()?.status
    }
  }
#endif
