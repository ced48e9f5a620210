import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem

/// The work of the publisher's thread, which blocks for disk access and picture encoding only; times are in seconds.
struct PublishingWorker: Lockable {
  /// A request from the broker for another part of the publisher.
  enum Request {
    /// A picture of the next frame.
    case snapshot
    /// A command for the camera.
    case command([UInt8], BrokerMessage)
  }

  /// The maximum number of unconfirmed frame messages.
  static let frameWindow = 4
  /// The minimum interval between status messages.
  static let statusInterval = 10.0
  /// The time without a connection after which events move to the file.
  static let absence = 1.0
  /// The interval between synchronizations of the file with the disk.
  static let synchronization = 1.0

  private let messages: CameraMessages
  private let options: PublishingOptions
  private let takesCommands: Bool
  private let broker: any Broker
  private var queue: EventQueue

  private var isConnected = false
  /// The time at which the connection was lost.
  private var awaySince: Double
  private var frame: OutgoingMessage?
  private var pendingFrames: Set<Int> = []
  /// The retained messages that are not sent yet.
  private var states: [OutgoingMessage] = []
  private var isRecording = false
  private var statusCount = 0
  private var statusTime = -Double.infinity
  private var lastPublished = PublishingStatistics()
  private var snapshots: SnapshotRequests
  private var synchronizedTime = -Double.infinity
  private var lostBefore = 0

  /// Counts of published and lost messages.
  private(set) var statistics = PublishingStatistics()
  /// The reason for the missing connection; nil when connected or before the first attempt.
  private(set) var problem: String?

  init(
    _ messages: CameraMessages, _ options: PublishingOptions, _ broker: any Broker, _ queue: EventQueue,
    takesCommands: Bool, at time: Double
  ) {
    self.messages = messages
    self.options = options
    self.broker = broker
    self.queue = queue
    self.takesCommands = takesCommands
    awaySince = time
    snapshots = SnapshotRequests(
      to: messages.topics.snapshot, every: options.announcesToHomeAssistant ? HomeAssistant.snapshotInterval : nil)
  }

  /// Whether the broker has confirmed all events or is unavailable.
  var isDone: Bool { queue.isEmpty || !isConnected }

  // MARK: One iteration

  /// Processes queued messages, sends as many as possible, and returns requests for the caller to handle.
  mutating func turn(_ mail: PublishingMailbox.Mail, at time: Double) -> [Request] {
    var requests: [Request] = []
    for event in mail.brokerEvents { if let request = take(event, at: time) { requests.append(request) } }
    for event in mail.events { queue.add(event) }
    lostBefore += mail.lostEventCount
    statistics.droppedFrameCount += mail.replacedFrameCount
    statistics.drops = mail.drops ?? statistics.drops
    if let isRecording = mail.isRecording, isRecording != self.isRecording {
      self.isRecording = isRecording
      if takesCommands, isConnected { states.append(messages.recording(isRecording)) }
    }
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
      isConnected = false
      problem = reason
      queue.markForResend()
      // Frame messages without a confirmation are lost with the connection.
      statistics.droppedFrameCount += pendingFrames.count
      statistics.frameCount -= pendingFrames.count
      pendingFrames = []
      snapshots.didDisconnect()
    case .confirmDelivery(let number):
      snapshots.didFinish(number)
      if pendingFrames.remove(number) == nil, queue.confirmDelivery(number) { statistics.eventCount += 1 }
    case .received(let message): return take(message)
    }
    return nil
  }

  private mutating func connect() {
    isConnected = true
    problem = nil
    broker.resume()
    broker.subscribe(to: messages.topics.snapshotRequest)
    if takesCommands { broker.subscribe(to: messages.topics.command) }
    statusTime = -.infinity
    states = []
    if options.announcesToHomeAssistant {
      let words = HomeAssistant(messages, takesCommands: takesCommands, version: options.programVersion)
      states = words.discovery
    }
    if takesCommands { states.append(messages.recording(isRecording)) }
  }

  // MARK: To the broker

  private mutating func send(at time: Double) {
    sendStatus(at: time)
    while isConnected, let state = states.first {
      _ = put(state)
      if isConnected { states.removeFirst() }
    }
    while isConnected, let event = queue.next() {
      switch broker.publish(event) {
      case .accepted(let number): queue.markSent(as: number, at: time)
      case .withoutConnection: isConnected = false
      case .refused: queue.discardNext()
      }
    }
    guard isConnected, pendingFrames.count < Self.frameWindow, let frame else { return }
    self.frame = nil
    guard let number = put(frame) else {
      statistics.droppedFrameCount += 1
      return
    }
    pendingFrames.insert(number)
    statistics.frameCount += 1
  }

  /// Sends a message, and returns its number; nil if not sent.
  private mutating func put(_ message: OutgoingMessage) -> Int? {
    switch broker.publish(message) {
    case .accepted(let number): return number
    case .withoutConnection:
      isConnected = false
      return nil
    case .refused: return nil
    }
  }

  private mutating func sendStatus(at time: Double) {
    guard time - statusTime >= Self.statusInterval, statistics != lastPublished || statusTime == -.infinity
    else { return }
    statusCount += 1
    guard put(messages.online(statistics, sequence: statusCount)) != nil else { return }
    statusTime = time
    lastPublished = statistics
  }

  /// Stores waiting events and sends the offline status.
  mutating func end() {
    queue.spill()
    count()
    queue.close()
    guard isConnected else { return }
    statusCount += 1
    _ = put(messages.offline(sequence: statusCount))
  }

  // MARK: Requests

  private mutating func take(_ message: BrokerMessage) -> Request? {
    // Retained requests were meant for an earlier run.
    guard !message.isRetained else { return nil }
    switch message.topic {
    case messages.topics.command where takesCommands: return .command(message.payload, message)
    case messages.topics.snapshotRequest: snapshots.ask(for: message.responseTopic, message.correlation)
    default: break
    }
    return nil
  }

  private mutating func answer(with sample: SampleBuffer, at time: Double) {
    let picture = try? JPEGEncoder(quality: options.quality).picture(of: sample, orientation: sample.orientation)
    guard let picture else { return }
    let bytes = picture.withBytes { span in span.withUnsafeBytes { Array($0) } }
    for message in snapshots.answers(bytes, at: time) {
      if let number = put(message) { snapshots.didSend(as: number) }
    }
  }

  /// Sends the result of a command to its requester.
  func answer(to message: BrokerMessage, error: String?) {
    guard let topic = message.responseTopic, PublishingTopics.isValidResponseTopic(topic) else { return }
    var answer = messages.answer(error: error, topic: topic)
    answer.correlation = message.correlation
    _ = broker.publish(answer)
  }
}
