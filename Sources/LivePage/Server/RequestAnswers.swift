#if Live
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import OpenCaptureSystem

  /// Answers the requests of one connection with what they ask for.
  final class RequestAnswers {
    let reply: ReplyWriter
    private let services: PageServices
    /// Whose answer goes on without end, or waits for a picture.
    private var viewer: StreamViewer?

    init(_ services: PageServices, _ reply: ReplyWriter) { (self.services, self.reply) = (services, reply) }

    /// Takes note that the connection is gone, or is a page's now.
    func leave() {
      reply.stopWaiting()
      if let viewer = viewer.take() { services.audience.leave(viewer) }
    }

    /// Takes note that there may be room on the connection again.
    func writabilityDidChange() { viewer?.writabilityDidChange() }

    /// Answers one.
    func answer(_ route: LiveRoute, _ access: LiveAccess, _ body: [UInt8]) {
      reply.stopWaiting()
      switch route {
      case .asset(let asset):
        reply.send(Answer(contentType: asset.contentType, body: ByteBuffer(bytes: asset.bytes)))
      case .live: reply.send(.upgrade)
      case .state: reply.send(.json(services.host.liveState.json(access: access)))
      case .stream: stream(.stream, access)
      case .metadata: stream(.metadata, access)
      case .photo: stream(.photo, access)
      case .ticket: reply.send(ticket(body, access))
      case .control: control(body)
      case .file(let name): file(name)
      }
    }

    private func ticket(_ body: [UInt8], _ access: LiveAccess) -> Answer {
      do throws(LivePageError) {
        let path = try TicketRequest(json: body).path
        guard let ticket = services.ticket(for: path, access: access) else {
          return Answer(.forbidden("No ticket for this."))
        }
        return .json(Array(#"{"ticket":"\#(ticket)"}"#.utf8))
      } catch {
        return .words("\(error)", .badRequest)
      }
    }

    /// Has a command done, and answers with how the camera is set then.
    private func control(_ body: [UInt8]) {
      let command: LiveCommand
      do throws(LivePageError) { command = try LiveCommand(json: body) } catch {
        return reply.send(.words("\(error)", .badRequest))
      }
      let (host, audience) = (services.host, services.audience)
      let done = reply.channel.eventLoop.makePromise(of: Result<[UInt8], LivePageError>.self)
      done.completeWithTask {
        do throws(LivePageError) {
          try await host.perform(command)
          return .success(host.liveState.json(access: .control))
        } catch {
          return .failure(error)
        }
      }
      let me = NIOLoopBound(reply, eventLoop: reply.channel.eventLoop)
      done.futureResult.whenSuccess { result in
        let reply = me.value
        audience.tellState()
        guard reply.channel.isActive else { return }
        switch result {
        case .success(let state): reply.send(.json(state))
        case .failure(let error): reply.send(.words("\(error)", .conflict))
        }
      }
    }

    private func stream(_ kind: StreamViewer.Kind, _ access: LiveAccess) {
      let viewer = StreamViewer(kind, reply) { [weak self] viewer, answer in
        guard let self else { return }
        services.audience.leave(viewer)
        self.viewer = nil
        guard let answer else { return reply.end() }
        reply.keepsAlive = reply.keepsAlive && answer.status == .ok
        reply.send(answer)
      }
      guard services.audience.admit(viewer, access, from: ClientAddress(reply.channel)) else {
        return reply.send(.full("All places are taken."))
      }
      self.viewer = viewer
      viewer.begin()
    }

    /// Sends a file, of which a piece is in memory at a time: TLS doesn't take files.
    private func file(_ name: String) {
      guard let path = services.host.path(ofFile: name) else { return reply.send(Answer(.notFound)) }
      let (loop, allocator) = (reply.channel.eventLoop, reply.channel.allocator)
      let me = NIOLoopBound(reply, eventLoop: loop)
      let files = NonBlockingFileIO(threadPool: services.pool)
      files.openFile(_deprecatedPath: path, eventLoop: loop).whenComplete { result in
        let reply = me.value
        guard case .success(let (handle, region)) = result, reply.channel.isActive else {
          if case .success(let (handle, _)) = result { try? handle.close() }
          return reply.send(Answer(.notFound))
        }
        var answer = Answer(contentType: DownloadType.contentType(of: name))
        answer.headers.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
        reply.keepsAlive = false
        reply.sendHead(answer, length: region.readableBytes)
        let sent = files.readChunked(
          fileRegion: region, chunkSize: ReplyWriter.longestPiece, allocator: allocator, eventLoop: loop
        ) { me.value.send(piece: $0) }
        let file = NIOLoopBound(handle, eventLoop: loop)
        sent.whenComplete { _ in
          try? file.value.close()
          if me.value.channel.isActive { me.value.end() }
        }
      }
    }
  }
#endif
