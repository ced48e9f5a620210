#if Live
  import NIOCore
  import NIOPosix
  import OpenCaptureSystem

  /// The services shared by all connections of a server, on its event loop.
  final class PageServices {
    let audience: Audience
    let host: any LivePageHost
    let pool: NIOThreadPool
    let timeouts: ConnectionTimeouts
    private var router: RequestRouter
    private var generator = SystemRandomNumberGenerator()
    private var connections: ConnectionTable<ObjectIdentifier>
    /// Connections beyond the limits.
    private var guests: [ObjectIdentifier: any Channel] = [:]
    /// The encoded state for each access, shared by all viewers notified in the same iteration of the event loop.
    private var encodedStates: [LiveAccess: ByteBuffer] = [:]
    /// The number of state changes when the state was encoded.
    private var encodedChange = 0

    init(
      _ options: LivePageOptions, at addresses: [ListeningAddress], host: any LivePageHost, audience: Audience,
      pool: NIOThreadPool
    ) {
      self.host = host
      self.audience = audience
      self.pool = pool
      timeouts = options.timeouts
      router = RequestRouter(
        hosts: HostCheck(listeningTo: addresses, names: options.hostNames), tokens: options.tokens)
      connections = ConnectionTable(limit: options.connectionLimit)
    }

    func decide(_ request: LiveRequest, on channel: any Channel) -> RequestRouter.Decision {
      let decision = router.decide(request, at: MonotonicClock.seconds())
      switch decision {
      // The page is public, and its WebSocket checks the token itself.
      case .serve(.asset, _, _), .serve(.live, _, _), .refuse: return decision
      case .serve(_, let access, _): return promote(channel, access ?? .look) ? decision : .refuse(.full)
      }
    }

    func access(by token: String) -> LiveAccess? { router.tokens.access(by: token) }

    /// Returns the encoded state for pages with the given access.
    func state(for access: LiveAccess) -> ByteBuffer {
      if encodedChange != audience.changeCount {
        encodedStates = [:]
        encodedChange = audience.changeCount
      }
      if let message = encodedStates[access] { return message }
      let message = ByteBuffer(bytes: host.liveState.json(access: access))
      encodedStates[access] = message
      // Not kept, because the duration of a recording changes without notification.
      let bound = NIOLoopBound(self, eventLoop: audience.loop)
      audience.loop.execute { bound.value.encodedStates = [:] }
      return message
    }

    /// Issues a ticket; nil for insufficient access.
    func ticket(for path: String, access: LiveAccess) -> String? {
      router.issueTicket(for: path, access: access, at: MonotonicClock.seconds(), using: &generator)
    }

    /// Adds a connection until it is closed; a connection beyond the limits can replace another one.
    func admitConnection(_ channel: any Channel) {
      let id = ObjectIdentifier(channel)
      let evicted = connections.admit(id, from: ClientAddress(channel))
      if isGuest(channel) { guests[id] = channel }
      if let evicted { guests.removeValue(forKey: evicted)?.close(promise: nil) }
      let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
      channel.closeFuture.whenComplete { _ in
        bound.value.connections.leave(id)
        bound.value.guests[id] = nil
      }
    }

    /// Whether a connection is beyond the limits and has not presented the control token.
    func isGuest(_ channel: any Channel) -> Bool { connections.standing(of: ObjectIdentifier(channel)) == .guest }

    /// Admits a connection with the given access; returns false without free capacity.
    func promote(_ channel: any Channel, _ access: LiveAccess) -> Bool {
      guard isGuest(channel) else { return true }
      let id = ObjectIdentifier(channel)
      guard access >= .control, connections.promote(id) else { return false }
      guests[id] = nil
      return true
    }
  }
#endif
