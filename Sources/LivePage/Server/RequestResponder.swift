#if Live
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import OpenCaptureSystem

  /// The responses to the requests of one connection.
  final class RequestResponder {
    let reply: ResponseWriter
    private let services: PageServices
    /// The viewer of an endless response or of a pending photo.
    private var viewer: StreamViewer?

    init(_ services: PageServices, _ reply: ResponseWriter) {
      self.services = services
      self.reply = reply
    }

    /// Stops when the connection closes or becomes a WebSocket.
    func leave() {
      reply.stopWaiting()
      if let viewer = viewer.take() { services.audience.leave(viewer) }
    }

    /// Called when the connection can accept more data.
    func writabilityDidChange() { viewer?.writabilityDidChange() }

    func answer(_ route: LiveRoute, _ access: LiveAccess, _ body: [UInt8]) {
      reply.stopWaiting()
      switch route {
      case .asset(let asset):
        reply.send(PageResponse(contentType: asset.contentType, body: ByteBuffer(bytes: asset.bytes)))
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

    private func ticket(_ body: [UInt8], _ access: LiveAccess) -> PageResponse {
      do throws(LivePageError) {
        let path = try TicketRequest(json: body).path
        guard let ticket = services.ticket(for: path, access: access) else {
          return PageResponse(.forbidden("Tickets are not available for this path."))
        }
        return .json(Array(#"{"ticket":"\#(ticket)"}"#.utf8))
      } catch {
        return .words("\(error)", .badRequest)
      }
    }

    /// Executes a command and responds with the new state.
    private func control(_ body: [UInt8]) {
      let command: LiveCommand
      do throws(LivePageError) { command = try LiveCommand(json: body) } catch {
        return reply.send(.words("\(error)", .badRequest))
      }
      let host = services.host
      let audience = services.audience
      let done = reply.channel.eventLoop.makePromise(of: Result<[UInt8], LivePageError>.self)
      // A person waits; other tasks of the program do not precede the command.
      Task(priority: .userInitiated) {
        do throws(LivePageError) {
          try await host.perform(command)
          done.succeed(.success(host.liveState.json(access: .control)))
        } catch {
          done.succeed(.failure(error))
        }
      }
      let bound = NIOLoopBound(reply, eventLoop: reply.channel.eventLoop)
      done.futureResult.whenSuccess { result in
        let reply = bound.value
        audience.notifyStateChange()
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
        return reply.send(.full("Too many viewers; try again later."))
      }
      self.viewer = viewer
      viewer.begin()
    }

    private static func contentType(ofFile name: String) -> String {
      switch name.split(separator: ".").last {
      case "jpg": "image/jpeg"
      case "mp4": "video/mp4"
      default: "application/octet-stream"
      }
    }

    /// Sends a file in pieces, because TLS cannot use sendfile.
    private func file(_ name: String) {
      guard let path = services.host.path(ofFile: name) else { return reply.send(PageResponse(.notFound)) }
      let loop = reply.channel.eventLoop
      let allocator = reply.channel.allocator
      let bound = NIOLoopBound(reply, eventLoop: loop)
      let files = NonBlockingFileIO(threadPool: services.pool)
      files.openFile(_deprecatedPath: path, eventLoop: loop).whenComplete { result in
        let reply = bound.value
        guard case .success(let (handle, region)) = result, reply.channel.isActive else {
          if case .success(let (handle, _)) = result { try? handle.close() }
          return reply.send(PageResponse(.notFound))
        }
        var answer = PageResponse(contentType: Self.contentType(ofFile: name))
        answer.headers.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
        reply.keepsAlive = false
        reply.sendHead(answer, length: region.readableBytes)
        let sent = files.readChunked(
          fileRegion: region, chunkSize: ResponseWriter.maximumPieceSize, allocator: allocator, eventLoop: loop
        ) { bound.value.send(piece: $0) }
        let file = NIOLoopBound(handle, eventLoop: loop)
        sent.whenComplete { _ in
          try? file.value.close()
          if bound.value.channel.isActive { bound.value.end() }
        }
      }
    }
  }
#endif
