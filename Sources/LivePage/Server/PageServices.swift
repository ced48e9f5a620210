#if Live
  import NIOCore
  import NIOPosix
  import OpenCaptureSystem

  /// What the connections of a server share, on its event loop.
  final class PageServices {
    let audience: Audience
    let host: any LivePageHost
    let pool: NIOThreadPool
    private var router: RequestRouter
    private var generator = SystemRandomNumberGenerator()
    private var connections: ConnectionBook<ObjectIdentifier>
    /// Those that there is no room for, which the next of them takes the place of.
    private var guests: [ObjectIdentifier: any Channel] = [:]
    /// How the camera is set, as those hear it who hear it in this turn of the event loop.
    private var told: [LiveAccess: ByteBuffer] = [:]
    /// The change that it is told after.
    private var toldChange = 0

    init(
      _ options: LivePageOptions, at addresses: [ListeningAddress], host: any LivePageHost, audience: Audience,
      pool: NIOThreadPool
    ) {
      (self.host, self.audience, self.pool) = (host, audience, pool)
      router = RequestRouter(
        hosts: HostCheck(listeningTo: addresses, names: options.hostNames), tokens: options.tokens)
      connections = ConnectionBook(limit: options.connectionLimit)
    }

    /// Decides what becomes of a request on a connection.
    func decide(_ request: LiveRequest, on channel: any Channel) -> RequestRouter.Decision {
      let decision = router.decide(request, at: MonotonicClock.seconds())
      switch decision {
      // Everybody may have the page; who has its connection says there what they may do.
      case .serve(.asset, _, _), .serve(.live, _, _), .refuse: return decision
      case .serve(_, let access, _): return welcome(channel, access ?? .look) ? decision : .refuse(.full)
      }
    }

    /// What whoever shows this may do; nil for nothing.
    func access(by token: String) -> LiveAccess? { router.tokens.access(by: token) }

    /// How the camera is set now, for pages that may do this: read and encoded once for all of them that hear it at once.
    func state(for access: LiveAccess) -> ByteBuffer {
      if toldChange != audience.changeCount { (told, toldChange) = ([:], audience.changeCount) }
      if let message = told[access] { return message }
      let message = ByteBuffer(bytes: host.liveState.json(access: access))
      told[access] = message
      // Seconds of a movie go on without a change.
      let me = NIOLoopBound(self, eventLoop: audience.loop)
      audience.loop.execute { me.value.told = [:] }
      return message
    }

    /// Writes a ticket; nil where the access doesn't allow one.
    func ticket(for path: String, access: LiveAccess) -> String? {
      router.issueTicket(for: path, access: access, at: MonotonicClock.seconds(), using: &generator)
    }

    /// Takes note of a connection, until it is closed; where there is no room for it, it takes the place of another such one.
    func admitConnection(_ channel: any Channel) {
      let id = ObjectIdentifier(channel)
      let evicted = connections.admit(id, from: ClientAddress(channel))
      if isGuest(channel) { guests[id] = channel }
      if let evicted { guests.removeValue(forKey: evicted)?.close(promise: nil) }
      let me = NIOLoopBound(self, eventLoop: channel.eventLoop)
      channel.closeFuture.whenComplete { _ in
        me.value.connections.leave(id)
        me.value.guests[id] = nil
      }
    }

    /// Whether there is no room for a connection, and it hasn't shown yet that it may control.
    func isGuest(_ channel: any Channel) -> Bool { connections.standing(of: ObjectIdentifier(channel)) == .guest }

    /// Takes note of what a connection may do; false where there is no room for it with that.
    func welcome(_ channel: any Channel, _ access: LiveAccess) -> Bool {
      guard isGuest(channel) else { return true }
      let id = ObjectIdentifier(channel)
      guard access >= .control, connections.welcome(id) else { return false }
      guests[id] = nil
      return true
    }
  }
#endif
