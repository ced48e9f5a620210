import Glibc
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSystem

/// Publishes what is found in a camera's frames by MQTT 5: what comes and goes, what is in a frame, and pictures on request.
///
///     let publisher = try MetadataPublisher(PublishingOptions(BrokerAddress("mqtt://broker.local/hall")), camera: "door")
///     var consumer = publisher.consumer()
///     for frame in frames { consumer.take(frame) }
///     publisher.finish()
///
/// Who hands frames over never waits: not for the broker, the network or a disk. Events that the broker doesn't take wait,
/// in memory and then in a file; of frames, the newest does.
public final class MetadataPublisher: Sendable {
  /// Does what somebody asked for through the broker.
  ///
  /// What it throws is told to whoever asked, in its own words.
  public typealias CommandHandler = @Sendable (_ json: [UInt8]) async throws -> Void

  private struct Life: Lockable {
    var isFinished = false
    var isDone = false
  }

  /// How often it is looked whether something is due, in nanoseconds.
  private static let beat: UInt64 = 200_000_000
  /// For how long the broker may take the last events before they go to the file.
  private static let farewell: UInt64 = 400_000_000
  /// For how long the end is waited for.
  private static let patience: UInt64 = 2_000_000_000

  private let broker: any Broker
  private let mailbox: Monitor<PublishingMailbox>
  private let worker: Locked<PublishingWorker>
  private let life = Monitor(Life())
  private let note: @Sendable (String) -> Void
  private let perform: CommandHandler?
  private let address: BrokerAddress

  /// Begins to connect to the broker.
  ///
  /// - Parameters:
  ///   - options: Where to, and how.
  ///   - camera: What the camera is called in topics and messages.
  ///   - perform: Does what is asked for at the topic `command`; nil, the default, where nobody may ask.
  ///   - note: Takes what a person is to know, such as that the broker is away.
  /// - Throws: ``PublishingError`` where the library is missing, or the folder can't be used.
  public convenience init(
    _ options: PublishingOptions, camera: String, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PublishingError) {
    try self.init(options, origin: LiveOrigin(), camera: camera, perform: perform, note: note)
  }

  /// The same for lines that say the same session.
  package convenience init(
    _ options: PublishingOptions, origin: LiveOrigin, camera: String, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void
  ) throws(PublishingError) {
    let words = CameraMessages(site: options.address.site, origin: origin, camera: camera)
    let broker = try MosquittoBroker(options, id: words.topics.clientID, will: words.offline(sequence: 0))
    try self.init(options, words, broker, perform: perform, note: note)
  }

  /// The same with a broker of one's own.
  package init(
    _ options: PublishingOptions, _ words: CameraMessages, _ broker: any Broker, perform: CommandHandler? = nil,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PublishingError) {
    (self.broker, self.note, self.perform, address) = (broker, note, perform, options.address)
    mailbox = Monitor(PublishingMailbox(PublishingDesk(words, options)))
    worker = Locked(
      PublishingWorker(
        words, options, broker, EventQueue(try Self.ring(options, words)), takesCommands: perform != nil,
        at: MonotonicClock.seconds()))
    try broker.start { [mailbox] event in mailbox.update { $0.put(event) } }
    guard NamedThread(name: "publisher", { self.run() }) != nil else {
      throw PublishingError(.cannotStart, subject: "publisher", reason: "the system gives no thread")
    }
  }

  private static func ring(
    _ options: PublishingOptions, _ words: CameraMessages
  ) throws(PublishingError) -> EventRing? {
    guard let folder = options.folder else { return nil }
    try PublishingOptions.makeFolder(folder)
    let path = "\(folder)/\(words.topics.clientID).events"
    do throws(SystemError) {
      return try EventRing(path, capacity: options.folderCapacity)
    } catch {
      throw PublishingError(.cannotKeep, subject: path, error)
    }
  }

  // MARK: Frames

  /// What takes the frames of the camera.
  ///
  /// - Parameter drops: Says how many frames were lost since the camera began to stream; default none.
  public func consumer(drops: @escaping @Sendable () -> Int = { 0 }) -> PublishingConsumer {
    PublishingConsumer(self, drops)
  }

  /// Takes a frame; waits for nothing.
  func take(_ frame: Frame, drops: Int) {
    let time = MonotonicClock.seconds()
    mailbox.update { $0.take(frame, drops: drops, at: time) }
  }

  /// What was published so far.
  public var statistics: PublishingStatistics { worker.withLock { $0.statistics } }

  /// Tells the ends of what is in sight, keeps what the broker doesn't take soon, and ends the connection; for two seconds
  /// at most.
  public func finish() {
    let isFirst = life.withLock { life in
      defer { life.isFinished = true }
      return !life.isFinished
    }
    guard isFirst else { return }
    mailbox.update { $0.end() }
    _ = life.wait(until: MonotonicClock.now() + Self.patience) { $0.isDone ? true : nil }
  }

  // MARK: The thread

  private func run() {
    var deadline: UInt64?
    var lastProblem: String?
    while true {
      let mail = mailbox.wait(until: MonotonicClock.now() + Self.beat) { $0.take() } ?? PublishingMailbox.Mail()
      let now = MonotonicClock.now()
      if mail.isEnd { deadline = now + Self.farewell }
      mailbox.withLock { $0.look(at: Double(now) / 1e9) }
      let (requests, problem, isDone) = worker.withLock { worker in
        (worker.turn(mail, at: Double(now) / 1e9), worker.problem, worker.isDone)
      }
      answer(requests)
      if problem != lastProblem { tell(problem, after: lastProblem) }
      lastProblem = problem
      if let deadline, now >= deadline || isDone { break }
    }
    worker.withLock { $0.end() }
    broker.end()
    life.update { $0.isDone = true }
  }

  private func tell(_ problem: String?, after former: String?) {
    if let problem {
      note("broker \(address): \(problem); it is tried again")
    } else if former != nil {
      note("broker \(address): connected")
    }
  }

  private func answer(_ requests: [PublishingWorker.Request]) {
    for request in requests {
      switch request {
      case .snapshot: mailbox.update { $0.wantsSample = true }
      case .command(let json, let message): carryOut(json, message)
      }
    }
  }

  private func carryOut(_ json: [UInt8], _ message: BrokerMessage) {
    guard let perform else { return }
    Task {
      do {
        try await perform(json)
        worker.withLock { $0.answer(to: message, error: nil) }
      } catch {
        worker.withLock { $0.answer(to: message, error: "\(error)") }
      }
    }
  }
}
