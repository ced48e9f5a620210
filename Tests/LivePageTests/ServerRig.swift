#if Live
  import Fixtures
  import OpenCaptureMediaSamples
  import OpenCaptureProcessing
  import OpenCaptureSystem

  @testable import OpenCaptureLivePage

  /// A server on a free port whose frames the test publishes.
  final class ServerRig: LivePageHost, Sendable {
    private struct Holder: Lockable {
      var server: LivePageServer?
    }

    private struct State: Lockable {
      var commands: [LiveCommand] = []
      var watched: [Bool] = []
    }

    /// Timeouts that a busy machine does not reach.
    private static let patient = ConnectionTimeouts(
      request: 900, response: 900, token: 900, drawing: 900, picture: 900)

    let tokens = LiveTokens()
    let address: ListeningAddress
    private let state = Monitor(State())
    private let file: String?
    private let holder = Locked(Holder())

    /// Starts to serve.
    init(viewers: Int = 16, connections: Int = 128, file: String? = nil) throws {
      let socket = try ListeningSocket(ListeningAddress(host: "127.0.0.1", port: 0))
      address = socket.address
      self.file = file
      var options = LivePageOptions(tokens: tokens)
      options.viewerLimit = viewers
      options.connectionLimit = connections
      options.timeouts = Self.patient
      let server = try LivePageServer(options, on: [socket], host: self)
      holder.withLock { $0.server = server }
    }

    var server: LivePageServer? { holder.withLock { $0.server } }

    func close() { holder.withLock { $0.server.take() }?.close() }

    var liveState: LiveState {
      var state = LiveState()
      state.camera = "test"
      return state
    }

    func perform(_ command: LiveCommand) async throws(LivePageError) {
      state.update { $0.commands.append(command) }
      if case .zoom = command {
        throw LivePageError(.cannotPerform, subject: "zoom", reason: "this camera has none")
      }
    }

    func path(ofFile name: String) -> String? { name == "photo.jpg" ? file : nil }

    func audienceDidChange(isWatched: Bool) { state.update { $0.watched.append(isWatched) } }

    /// The commands received so far.
    var commands: [LiveCommand] { state.withLock { $0.commands } }

    /// Waits until the audience has changed the given number of times between empty and watching.
    func waitForAudience(_ count: Int) throws {
      try TimedOut.unless("the audience changed \(count) times", within: TimedOut.defaultTimeout) { deadline in
        state.wait(until: deadline) { $0.watched.count >= count ? true : nil } ?? false
      }
    }

    /// Publishes a frame.
    func publish() throws {
      let picture = try PixelBuffer(format: .grey, width: 64, height: 48)
      try server?.publish(Frame(SampleBuffer(pixelBuffer: picture)))
    }

    /// Returns an admitted page that has received its state.
    func page(_ token: LiveToken? = nil) -> TestClient {
      let client = TestClient(address)
      _ = client.upgrade()
      client.say(#"{"token":"\#((token ?? tokens.look).text)"}"#)
      _ = client.message()
      return client
    }

    /// Returns the status of a single request.
    func status(_ method: String, _ target: String, token: LiveToken? = nil, body: String = "") -> Int? {
      let client = TestClient(address)
      client.request(method, target, token: token, body: body)
      return client.head()?.status
    }
  }
#endif
