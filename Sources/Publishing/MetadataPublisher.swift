import Glibc
public import OpenCaptureFlow
import OpenCaptureMetadata
public import OpenCaptureProcessing
package import OpenCaptureSystem

/// A publisher of a camera's metadata objects by MQTT 5.
///
/// Publishes appearing and disappearing objects, frames, and pictures on request.
///
///     let options = PublishingOptions(try BrokerAddress("mqtt://broker.local/hall"))
///     let publisher = try MetadataPublisher(options, camera: "door")
///     var consumer = publisher.consumer()
///     for frame in frames { consumer.take(frame) }
///     publisher.finish()
///
/// The broker, the network and the disk never block the caller. While the broker is unavailable, events wait in
/// memory and then in a file. Of frames, only the newest waits.
public final class MetadataPublisher: Sendable {
  /// A closure that executes a command received from the broker.
  ///
  /// The requester receives the description of a thrown error.
  public typealias CommandHandler = @Sendable (_ json: [UInt8]) async throws -> Void

  private struct Life: Lockable {
    var isFinished = false
    var isDone = false
  }

  /// The interval of checks for due messages, in nanoseconds.
  private static let checkInterval: UInt64 = 200_000_000
  /// The time for the broker to accept the last events before they move to the file, in nanoseconds.
  private static let drainTimeout: UInt64 = 400_000_000
  /// The maximum wait for the end of the thread, in nanoseconds.
  private static let endTimeout: UInt64 = 2_000_000_000

  private let broker: any Broker
  private let mailbox: Monitor<PublishingMailbox>
  private let worker: Locked<PublishingWorker>
  private let life = Monitor(Life())
  private let note: @Sendable (String) -> Void
  private let perform: CommandHandler?
  private let address: BrokerAddress

  /// Starts to connect to the broker.
  ///
  /// - Parameters:
  ///   - options: The broker and the publishing settings.
  ///   - camera: The name of the camera in topics and messages.
  ///   - perform: A closure that executes commands received at the topic `command`; default nil, no commands.
  ///   - note: A closure that receives notes for the user, for example about an unavailable broker.
  /// - Throws: ``PublishingError`` when the library is missing or the folder is unusable.
  public convenience init(
    _ options: PublishingOptions, camera: String, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PublishingError) {
    try self.init(options, origin: MessageOrigin(), camera: camera, perform: perform, note: note)
  }

  /// Creates a publisher with a given origin, shared with other live lines.
  package convenience init(
    _ options: PublishingOptions, origin: MessageOrigin, camera: String, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void
  ) throws(PublishingError) {
    let messages = CameraMessages(site: options.address.site, origin: origin, camera: camera)
    let broker = try MosquittoBroker(options, id: messages.topics.clientID, will: messages.offline(sequence: 0))
    try self.init(options, messages, broker, perform: perform, note: note)
  }

  /// Creates a publisher with a given broker connection.
  package init(
    _ options: PublishingOptions, _ messages: CameraMessages, _ broker: any Broker, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PublishingError) {
    self.broker = broker
    self.note = note
    self.perform = perform
    address = options.address
    mailbox = Monitor(PublishingMailbox(FrameMessageBuilder(messages, options)))
    worker = Locked(
      PublishingWorker(
        messages, options, broker, EventQueue(try Self.ring(options, messages)), takesCommands: perform != nil,
        at: MonotonicClock.seconds()))
    try broker.start { [mailbox] event in mailbox.update { $0.put(event) } }
    guard NamedThread(name: "publisher", { self.run() }) != nil else {
      throw PublishingError(.cannotStart, subject: "publisher", reason: "cannot create a thread")
    }
  }

  private static func ring(
    _ options: PublishingOptions, _ messages: CameraMessages
  ) throws(PublishingError) -> EventRing? {
    guard let folder = options.folder else { return nil }
    try PublishingOptions.makeFolder(folder)
    let path = "\(folder)/\(messages.topics.clientID).events"
    do throws(SystemError) { return try EventRing(path, capacity: options.folderCapacity) } catch {
      throw PublishingError(.cannotKeep, subject: path, error)
    }
  }

  // MARK: Frames

  /// Returns a consumer for the frames of the camera.
  ///
  /// - Parameter drops: A closure that returns the number of frames lost since the start of the stream; default zero.
  public func consumer(drops: @escaping @Sendable () -> Int = { 0 }) -> PublishingConsumer {
    PublishingConsumer(self, drops)
  }

  /// Takes a frame without blocking.
  func take(_ frame: Frame, drops: Int) {
    let time = MonotonicClock.seconds()
    mailbox.update { $0.take(frame, drops: drops, at: time) }
  }

  /// Publishes the start or end of a recording, if commands are accepted.
  public func setRecording(_ isRecording: Bool) { mailbox.update { $0.setRecording(isRecording) } }

  /// Counts of published and lost messages.
  public var statistics: PublishingStatistics { worker.withLock { $0.statistics } }

  /// Publishes the end of all visible objects, stores events without delivery, and disconnects; takes at most 2 s.
  public func finish() {
    let isFirst = life.withLock { life in
      defer { life.isFinished = true }
      return !life.isFinished
    }
    guard isFirst else { return }
    mailbox.update { $0.end() }
    _ = life.wait(until: MonotonicClock.now() + Self.endTimeout) { $0.isDone ? true : nil }
  }

  // MARK: The thread

  private func run() {
    var deadline: UInt64?
    var lastProblem: String?
    while true {
      let mail =
        mailbox.wait(until: MonotonicClock.now() + Self.checkInterval) { $0.take() } ?? PublishingMailbox.Mail()
      let now = MonotonicClock.now()
      if mail.isEnd { deadline = now + Self.drainTimeout }
      mailbox.withLock { $0.expireAbsent(at: Double(now) / 1e9) }
      let (requests, problem, isDone) = worker.withLock { worker in
        (worker.turn(mail, at: Double(now) / 1e9), worker.problem, worker.isDone)
      }
      answer(requests)
      if problem != lastProblem {
        note("broker \(address): " + (problem.map { "\($0); retrying" } ?? "connected"))
        lastProblem = problem
      }
      if let deadline, now >= deadline || isDone { break }
    }
    worker.withLock { $0.end() }
    broker.end()
    life.update { $0.isDone = true }
  }

  private func answer(_ requests: [PublishingWorker.Request]) {
    for request in requests {
      switch request {
      case .snapshot: mailbox.update { $0.wantsSample = true }
      case .command(let json, let message): execute(json, message)
      }
    }
  }

  private func execute(_ json: [UInt8], _ message: BrokerMessage) {
    guard let perform else { return }
    Task {
      do {
        try await perform(json)
        worker.withLock { $0.answer(to: message, error: nil) }
      } catch {
        worker.withLock { $0.answer(to: message, error: "\(error)") }
        // Home Assistant, for instance, expects no answers.
        if message.responseTopic == nil { note("broker \(address): command failed: \(error)") }
      }
    }
  }
}

/// A consumer that passes frames to a publisher without blocking.
public struct PublishingConsumer: FrameConsumer {
  private let publisher: MetadataPublisher
  private let drops: @Sendable () -> Int

  init(_ publisher: MetadataPublisher, _ drops: @escaping @Sendable () -> Int) {
    self.publisher = publisher
    self.drops = drops
  }

  /// Passes a frame to the publisher.
  public func take(_ frame: Frame) { publisher.take(frame, drops: drops()) }

  /// Finishes the publisher.
  public func finish() { publisher.finish() }
}

/// Counts of published and lost messages.
public struct PublishingStatistics: Sendable, Hashable {
  /// The number of events that the broker confirmed.
  public package(set) var eventCount = 0
  /// The number of events that wait for the broker, including those of earlier runs.
  public package(set) var waitingEventCount = 0
  /// The number of events lost for lack of space.
  public package(set) var droppedEventCount = 0
  /// The number of frame messages sent.
  public package(set) var frameCount = 0
  /// The number of due frame messages not sent because the broker was slow or unavailable.
  public package(set) var droppedFrameCount = 0
  /// The number of frames lost by the camera or during processing.
  public package(set) var drops = 0

  /// Creates statistics with all counts at zero.
  public init() {}
}
