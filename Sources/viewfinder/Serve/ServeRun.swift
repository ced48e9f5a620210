#if Live
  import Glibc
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCapturePublishing
  import OpenCaptureSystem

  /// Serves a page until the person interrupts.
  final class ServeRun: Sendable {
    /// Takes frames through the processors and to the page.
    private struct Show: Lockable {
      var pipeline: FramePipeline
      var tally = LiveTally(limit: nil)
      var server: LivePageServer?
      /// Who publishes what is found; nil where nobody does.
      var publisher: PublishingConsumer?
      var failures: Set<String> = []
    }

    /// Between two looks at how far it is, in nanoseconds.
    private static let interval: UInt64 = 500_000_000

    private let options: ServeCommand
    private let sockets: [ListeningSocket]
    private let place: AddressPlace
    private let console: Console
    private let camera: ServedCamera
    private let show: Locked<Show>

    /// Prepares the camera.
    ///
    /// - Throws: `CaptureError` where there is no such camera, or it doesn't take what is to be set; `ProcessingError`
    ///   where processors can't be made.
    init(
      _ options: ServeCommand, _ sockets: [ListeningSocket], _ place: AddressPlace, _ folder: InputPath?,
      _ publishing: PreparedPublishing?
    ) throws {
      (self.options, self.sockets, self.place) = (options, sockets, place)
      let console = Console(
        "viewfinder", unit: "frames", isQuiet: options.output.quiet, isVerbose: options.output.verbose)
      let isPeaking = Locked(false)
      let show = Locked(Show(pipeline: try Self.pipeline(options, isPeaking, console)))
      camera = try ServedCamera(options, folder, isPeaking, console) { Self.take($0, show, console) }
      (self.console, self.show) = (console, show)
      if let publishing { try publish(publishing) }
    }

    /// Publishes what is found, and does what is asked for through the broker, where that may be.
    private func publish(_ publishing: PreparedPublishing) throws(CommandError) {
      let perform: MetadataPublisher.CommandHandler = { [camera] in try await camera.performPublished($0) }
      let publisher = try publishing.publisher(
        camera: camera.name, origin: LiveOrigin(), on: console,
        perform: options.commands.publishCommands ? perform : nil)
      show.withLock { $0.publisher = publisher.consumer { [camera] in camera.statistics.dropped.total } }
    }

    /// Serves.
    ///
    /// - Returns: The exit status.
    func run() throws -> Int32 {
      let tokens = LiveTokens()
      var page = LivePageOptions(tokens: tokens)
      (page.quality, page.viewerLimit) = (options.page.quality, options.page.viewers)
      page.identity = options.page.identity
      let isAlone = sockets.allSatisfy { $0.address.isLoopback }
      page.hostNames = options.page.hostName + (isAlone ? [] : Self.ownNames)
      let server = try serve(page)
      show.withLock { $0.server = server }
      do {
        try camera.start(for: server)
      } catch {
        server.close()
        throw error
      }
      tell(page)
      while Interruption.wait(until: MonotonicClock.now() + Self.interval) { tellProgress(server) }
      // Pages hear of it first, so that none waits for an answer while a movie comes to its end.
      camera.beginEnd()
      server.end()
      let publisher = show.withLock { show in
        show.server = nil
        return show.publisher.take()
      }
      publisher?.finish()
      camera.end()
      server.close()
      place.end()
      console.finish()
      return Interruption.exitStatus ?? (console.hasFailed ? 1 : 0)
    }

    private func serve(_ page: LivePageOptions) throws(CommandError) -> LivePageServer {
      do throws(LivePageError) { return try LivePageServer(page, on: sockets, host: camera) } catch {
        throw CommandError(.cannotListen, subject: error.subject, error)
      }
    }

    private static func pipeline(
      _ options: ServeCommand, _ isPeaking: Locked<Bool>, _ console: Console
    ) throws -> FramePipeline {
      let all = try ProcessorRegistry.standard.makeAll(options.processing.with)
      let processors = options.processing.smooth ? all.detachingDetectors() : all
      return FramePipeline(processors + [SwitchedPeaking(isPeaking)]) { console.tell("viewfinder: \($0)") }
    }

    /// Takes a frame; on the queue of frames.
    private static func take(_ sample: SampleBuffer, _ show: Locked<Show>, _ console: Console) {
      show.withLock { show in
        _ = show.tally.admit(sample)
        show.tally.count()
        // Nothing is looked for, and nothing encoded, that nobody sees.
        let server = show.server.flatMap { $0.isWatched ? $0 : nil }
        guard server != nil || show.publisher != nil else { return }
        do {
          guard let frame = show.pipeline.process(Frame(sample)) else { return }
          show.publisher?.take(frame)
          try server?.publish(frame)
        } catch {
          // Each once: what fails with one frame fails with others.
          if show.failures.insert("\(error)").inserted { console.tell("viewfinder: \(error)") }
        }
      }
    }

    private func tellProgress(_ server: LivePageServer) {
      let (count, viewers) = (show.withLock { $0.tally.frameCount }, server.viewerCount)
      let status = show.withLock { $0.tally.status(camera.statistics.dropped.words) }
      console.update(done: count, of: nil, note: "\(viewers) \(viewers == 1 ? "viewer" : "viewers"), \(status)")
    }

    /// What the machine is called, by itself and in its network (RFC 6762).
    private static var ownNames: [String] {
      var name = [CChar](repeating: 0, count: 256)
      guard gethostname(&name, name.count - 1) == 0 else { return [] }
      let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return [own, own + ".local"]
    }

    /// Tells the addresses: of each socket that to control the camera, and that to look.
    private func tell(_ page: LivePageOptions) {
      place.tell(sockets.map { Self.addresses(of: $0, page) }.joined(), on: console)
      let source = InputPath(camera.name)
      console.note("\(camera.grantedFormat ?? "streams")", on: source)
      console.note("who opens the first address can control the camera, who opens the second can look", on: source)
    }

    private static func addresses(of socket: ListeningSocket, _ page: LivePageOptions) -> String {
      let host = socket.address.isAny ? ownNames.first ?? "localhost" : nil
      let place = host.map { "\($0):\(socket.address.port)" } ?? "\(socket.address)"
      let scheme = page.identity == nil ? "http" : "https"
      return [page.tokens.control, page.tokens.look].map { "\(scheme)://\(place)/#token=\($0.text)\n" }.joined()
    }
  }
#endif
