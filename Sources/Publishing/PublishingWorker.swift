import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem

/// What the thread that publishes does in a turn: takes what was handed over, and gives the broker what it takes.
///
/// It waits for the disk and for encoding a picture, and for nothing else. Times are in seconds.
struct PublishingWorker: Lockable {
  /// What somebody asked for.
  enum Request {
    /// A picture, at once.
    case snapshot
    /// Something of the camera.
    case command([UInt8], BrokerMessage)
  }

  /// How many messages of frames are on their way at most.
  static let frameWindow = 4
  /// Between two words about how it goes.
  static let statusInterval = 10.0
  /// For how long the broker can be away before events go to the file.
  static let absence = 1.0
  /// Between two times that the disk is asked to take what was written.
  static let synchronization = 1.0

  private let words: CameraMessages
  private let options: PublishingOptions
  private let takesCommands: Bool
  private let broker: any Broker
  private var queue: EventQueue

  private var isConnected = false
  /// Since when there is no connection.
  private var awaySince: Double
  private var frame: OutgoingMessage?
  private var flyingFrames: Set<Int> = []
  /// What stays with the broker and isn't there yet, by topic.
  private var states: [OutgoingMessage] = []
  private var statusCount = 0
  private var statusTime = -Double.infinity
  private var told = PublishingStatistics()
  private var snapshots: SnapshotRequests
  private var synchronizedTime = -Double.infinity
  private var lostBefore = 0

  /// What was published so far.
  private(set) var statistics = PublishingStatistics()
  /// Why there is no connection; nil where there is one, or nobody has tried.
  private(set) var problem: String?

  init(
    _ words: CameraMessages, _ options: PublishingOptions, _ broker: any Broker, _ queue: EventQueue,
    takesCommands: Bool, at time: Double
  ) {
    (self.words, self.options, self.broker, self.queue) = (words, options, broker, queue)
    (self.takesCommands, awaySince) = (takesCommands, time)
    snapshots = SnapshotRequests(
      to: words.topics.snapshot, every: options.tellsHomeAssistant ? HomeAssistant.snapshotInterval : nil)
  }

  /// Whether the broker has all events, or can't be given any.
  var isDone: Bool { queue.isEmpty || !isConnected }

  // MARK: A turn

  /// Takes what was handed over, and sends what can be.
  ///
  /// - Returns: What somebody asked for that is done elsewhere.
  mutating func turn(_ mail: PublishingMailbox.Mail, at time: Double) -> [Request] {
    var requests: [Request] = []
    for event in mail.told { if let request = take(event, at: time) { requests.append(request) } }
    for event in mail.events { queue.add(event) }
    lostBefore += mail.lostEventCount
    statistics.droppedFrameCount += mail.replacedFrameCount
    statistics.drops = mail.drops ?? statistics.drops
    if let new = mail.frame {
      if frame != nil { statistics.droppedFrameCount += 1 }
      frame = new
    }
    if (!isConnected && time - awaySince > Self.absence) || queue.isStuck(at: time) { queue.spill() }
    if time - synchronizedTime >= Self.synchronization {
      queue.synchronize()
      synchronizedTime = time
    }
    count()
    if let sample = mail.sample { answer(with: sample, at: time) }
    if isConnected { send(at: time) }
    return requests + (isConnected && snapshots.isDue(at: time) ? [.snapshot] : [])
  }

  private mutating func count() {
    statistics.waitingEventCount = queue.count
    statistics.droppedEventCount = lostBefore + queue.lostCount
  }

  private mutating func take(_ event: BrokerEvent, at time: Double) -> Request? {
    switch event {
    case .connected: connect()
    case .disconnected(let reason):
      if isConnected { awaySince = time }
      (isConnected, problem) = (false, reason)
      queue.sendAgain()
      // Those that weren't sent are lost with the connection.
      statistics.droppedFrameCount += flyingFrames.count
      statistics.frameCount -= flyingFrames.count
      flyingFrames = []
      snapshots.didDisconnect()
    case .taken(let number):
      snapshots.didFinish(number)
      if flyingFrames.remove(number) == nil, queue.taken(number) { statistics.eventCount += 1 }
    case .received(let message): return take(message)
    }
    return nil
  }

  private mutating func connect() {
    (isConnected, problem) = (true, nil)
    broker.resume()
    broker.subscribe(to: words.topics.snapshotRequest)
    if takesCommands { broker.subscribe(to: words.topics.command) }
    statusTime = -.infinity
    if options.tellsHomeAssistant { states = HomeAssistant(words).discovery }
  }

  // MARK: To the broker

  private mutating func send(at time: Double) {
    tellStatus(at: time)
    while isConnected, let state = states.first {
      _ = put(state)
      if isConnected { states.removeFirst() }
    }
    while isConnected, let event = queue.next() {
      switch broker.publish(event) {
      case .accepted(let number): queue.handOver(as: number, at: time)
      case .away: isConnected = false
      case .refused: queue.discardNext()
      }
    }
    guard isConnected, flyingFrames.count < Self.frameWindow, let frame else { return }
    self.frame = nil
    guard let number = put(frame) else {
      statistics.droppedFrameCount += 1
      return
    }
    flyingFrames.insert(number)
    statistics.frameCount += 1
  }

  /// - Returns: The number that it is on its way under; nil where it isn't.
  private mutating func put(_ message: OutgoingMessage) -> Int? {
    switch broker.publish(message) {
    case .accepted(let number): return number
    case .away:
      isConnected = false
      return nil
    case .refused: return nil
    }
  }

  private mutating func tellStatus(at time: Double) {
    let isDue = time - statusTime >= Self.statusInterval && (statistics != told || statusTime == -.infinity)
    guard isDue else { return }
    statusCount += 1
    guard put(words.online(statistics, sequence: statusCount)) != nil else { return }
    (statusTime, told) = (time, statistics)
  }

  /// Keeps what waits, and says good-bye.
  mutating func end() {
    queue.spill()
    count()
    queue.close()
    guard isConnected else { return }
    statusCount += 1
    _ = put(words.offline(sequence: statusCount))
  }

  // MARK: What is asked for

  private mutating func take(_ message: BrokerMessage) -> Request? {
    // What is kept for whoever comes was meant for somebody before.
    guard !message.isRetained else { return nil }
    switch message.topic {
    case words.topics.command where takesCommands: return .command(message.payload, message)
    case words.topics.snapshotRequest:
      snapshots.ask(for: message.responseTopic, message.correlation)
      return nil
    default: return nil
    }
  }

  private mutating func answer(with sample: SampleBuffer, at time: Double) {
    let picture = try? JPEGEncoder(quality: options.quality).picture(of: sample, orientation: sample.orientation)
    guard let picture else { return }
    let bytes = picture.withBytes { span in span.withUnsafeBytes { Array($0) } }
    for message in snapshots.answers(bytes, at: time) {
      if let number = put(message) { snapshots.didSend(as: number) }
    }
  }

  /// What became of something that was asked for.
  func answer(to message: BrokerMessage, error: String?) {
    guard let topic = message.responseTopic, PublishingTopics.isForAnswers(topic) else { return }
    var answer = words.answer(error: error, topic: topic)
    answer.correlation = message.correlation
    _ = broker.publish(answer)
  }
}
