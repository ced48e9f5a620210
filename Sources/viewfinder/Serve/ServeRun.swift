#if Live
  import Glibc
  import OpenCapture
  import OpenCaptureCommandSupport
  import OpenCaptureLivePage
  import OpenCapturePublishing

  /// A run that serves a page until the user interrupts.
  final class ServeRun: Sendable {
    /// The path of frames through the processors to the page.
    private struct Show: Lockable {
      let console: Console
      var pipeline: FramePipeline
      var counter = LiveFrameCounter(limit: nil)
      var server: LivePageServer?
      /// The publisher of detections; nil for none.
      var publisher: PublishingConsumer?
      var failures: Set<String> = []

      /// Processes a frame, on the frame queue.
      mutating func take(_ sample: SampleBuffer) {
        _ = counter.admit(sample)
        counter.count()
        // Without viewers and publishing, frames are neither processed nor encoded.
        let server = server.flatMap { $0.isWatched ? $0 : nil }
        guard server != nil || publisher != nil else { return }
        do {
          guard let frame = pipeline.process(Frame(sample)) else { return }
          publisher?.take(frame)
          try server?.publish(frame)
        } catch {
          // Each error is reported only once, because it usually repeats with every frame.
          if failures.insert("\(error)").inserted { console.report("viewfinder: \(error)") }
        }
      }
    }

    /// The interval between progress updates, in nanoseconds.
    private static let interval: UInt64 = 500_000_000

    private let options: ServeCommand
    private let sockets: [ListeningSocket]
    private let place: AddressDestination
    private let tokens: LiveTokens
    private let hosts: [String]
    private let console: Console
    private let camera: ServedCamera
    private let show: Locked<Show>

    /// Prepares the camera, and starts publishing.
    ///
    /// - Throws: `CaptureError` if the camera does not exist, or if a control cannot be set; `ProcessingError` if a
    ///   processor cannot be made; `CommandError` if publishing cannot start.
    init(
      _ options: ServeCommand, _ sockets: [ListeningSocket], _ place: AddressDestination, _ tokens: LiveTokens,
      hosts: [String], _ folder: InputPath?, _ publishing: PreparedPublishing?
    ) throws {
      self.options = options
      self.sockets = sockets
      self.place = place
      self.tokens = tokens
      self.hosts = hosts
      let console = options.messages.console("viewfinder", unit: "frames")
      let isPeaking = Locked(false)
      var processors = try ProcessorRegistry.standard.makeAll(options.processing.processors)
      if options.processing.smooth { processors = processors.detectorsInBackground() }
      let pipeline = FramePipeline(processors + [ToggledFocusPeaking(isPeaking)]) {
        console.report("viewfinder: \($0)")
      }
      let show = Locked(Show(console: console, pipeline: pipeline))
      let camera = try ServedCamera(options, folder, isPeaking, console) { sample in
        show.withLock { $0.take(sample) }
      }
      self.camera = camera
      self.console = console
      self.show = show
      guard let publishing else { return }
      // Commands of the broker are accepted only if allowed.
      let perform: MetadataPublisher.CommandHandler = { try await camera.performPublished($0) }
      let publisher = try publishing.publisher(
        camera: camera.name, origin: MessageOrigin(), on: console,
        perform: options.commands.publishCommands ? perform : nil)
      camera.observeRecording { [weak publisher] in publisher?.setRecording($0) }
      show.withLock { $0.publisher = publisher.consumer { camera.statistics.dropped.total } }
    }

    /// Runs the server.
    func run() throws -> Int32 {
      var page = LivePageOptions(tokens: tokens)
      page.quality = options.page.quality
      page.viewerLimit = options.page.viewers
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
      report(page)
      while Interruption.wait(until: MonotonicClock.now() + Self.interval) { updateProgress(server) }
      // Pages are informed first, so that none waits for an answer while the movie is finished.
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

    private func updateProgress(_ server: LivePageServer) {
      let counter = show.withLock { $0.counter }
      let status = counter.status(camera.statistics.dropped.words)
      let viewers = server.viewerCount == 1 ? "1 viewer" : "\(server.viewerCount) viewers"
      console.update(done: counter.frameCount, of: nil, note: "\(viewers), \(status)")
    }

    /// The host names of this system, with and without `.local` (RFC 6762).
    private static var ownNames: [String] {
      var name = [CChar](repeating: 0, count: 256)
      guard gethostname(&name, name.count - 1) == 0 else { return [] }
      let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return [own, own + ".local"]
    }

    /// Writes the addresses, and notes the camera's format.
    private func report(_ page: LivePageOptions) {
      let addresses = sockets.flatMap {
        PageAddresses.all(of: $0.address, page, hosts: hosts + Self.ownNames.prefix(1))
      }
      place.tell(addresses.map(\.text).joined(), on: console)
      // A phone can scan the address, unless the page is for this host only.
      if let first = addresses.first(where: { !$0.isLocal }), case .output = place, StandardStream.output.isTerminal
      {
        TerminalCode(first.control).map { console.write(Array($0.text.utf8)) }
      }
      console.note(camera.actualFormat, on: InputPath(camera.name))
    }
  }
#endif
