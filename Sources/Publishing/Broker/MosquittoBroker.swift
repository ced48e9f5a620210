import COpenCaptureMosquitto
import Glibc
import OpenCaptureSystem

/// A broker that is reached by libmosquitto, with a session that the broker keeps while the connection is broken.
///
/// Unchecked: the client is made before anybody else has the object, may be called by several threads, and is let go of with
/// the object, which its thread holds.
package final class MosquittoBroker: Broker, @unchecked Sendable {
  private struct State: Lockable {
    var isOver = false
    var isDone = false
    /// Whether there is a connection, and who publishes knows of it.
    var isOpen = false
    var tell: (@Sendable (BrokerEvent) -> Void)?
    /// Why the broker didn't take the connection; nil where it did, or wasn't reached.
    var refusal: String?
  }

  /// For how many seconds the end is waited for.
  private static let patience: UInt64 = 500_000_000
  /// Between two attempts to connect, in nanoseconds: the first, and the longest.
  private static let pauses: (UInt64, UInt64) = (500_000_000, 15_000_000_000)
  /// For how long the client waits for something to happen, in milliseconds.
  private static let turn: Int32 = 500

  private let options: PublishingOptions
  private let id: String
  private let will: OutgoingMessage
  private let state = Monitor(State())
  private var client: OpaquePointer?

  /// Prepares a client.
  ///
  /// - Parameters:
  ///   - id: What the broker knows it by.
  ///   - will: What the broker says once the connection breaks.
  /// - Throws: ``PublishingError`` where the library is missing, or can't use what it is given.
  package init(_ options: PublishingOptions, id: String, will: OutgoingMessage) throws(PublishingError) {
    try MosquittoLibrary.load()
    (self.options, self.id, self.will) = (options, id, will)
    let error = open()
    guard error == 0 else {
      throw PublishingError(
        .cannotStart, subject: "\(options.address)", reason: String(cString: cmosquitto_words(error)))
    }
  }

  deinit { cmosquitto_close(client) }

  private func open() -> Int32 {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let events = cmosquitto_events(
      context: context,
      connected: { context, reason in MosquittoBroker.at(context)?.didConnect(reason) },
      published: { context, number, _ in MosquittoBroker.at(context)?.tell(.taken(Int(number))) },
      received: { context, message in
        if let message { MosquittoBroker.at(context)?.tell(.received(BrokerMessage(message.pointee))) }
      })
    return withCStrings([id, options.address.user, options.password, options.trustedCertificates, will.topic]) {
      texts in
      will.payload.withUnsafeBytes { payload in
        var given = cmosquitto_options()
        (given.id, given.user, given.password) = (texts[0], texts[1], texts[2])
        (given.is_encrypted, given.certificates) = (options.address.isEncrypted, texts[3])
        (given.will_topic, given.will, given.will_count) = (texts[4], payload.baseAddress, payload.count)
        given.most_in_flight = Int32(EventQueue.window)
        return cmosquitto_open(&given, events, &client)
      }
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> MosquittoBroker? {
    context.map { Unmanaged<MosquittoBroker>.fromOpaque($0).takeUnretainedValue() }
  }

  private func tell(_ event: BrokerEvent) { state.withLock { $0.tell }?(event) }

  private func didConnect(_ reason: Int32) {
    guard reason != 0 else { return tell(.connected) }
    state.withLock { $0.refusal = String(cString: cmosquitto_reason(reason)) }
  }

  // MARK: The thread

  package func start(_ tell: @escaping @Sendable (BrokerEvent) -> Void) throws(PublishingError) {
    state.withLock { $0.tell = tell }
    guard NamedThread(name: "mqtt", { self.run() }) != nil else {
      throw PublishingError(.cannotStart, subject: "\(options.address)", reason: "the system gives no thread")
    }
  }

  private func run() {
    // A connection that breaks under what is sent is no reason to end the process.
    var ignored = sigset_t()
    sigaddset(&ignored, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &ignored, nil)
    var pause = Self.pauses.0
    var error = cmosquitto_connect(
      client, options.address.host, options.address.port, Int32(PublishingOptions.keepAlive),
      PublishingOptions.sessionExpiry)
    while !isOver {
      let start = MonotonicClock.now()
      while error == 0, !isOver { error = cmosquitto_loop(client, Self.turn) }
      guard !isOver else { break }
      state.withLock { $0.isOpen = false }
      tell(.disconnected(reason(error)))
      // A connection that held is worth a try at once; one that never does, one now and then.
      if MonotonicClock.now() - start > Self.pauses.1 { pause = Self.pauses.0 }
      _ = state.wait(until: MonotonicClock.now() + pause) { $0.isOver ? true : nil }
      pause = min(pause * 2, Self.pauses.1)
      if !isOver { error = cmosquitto_reconnect(client) }
    }
    // What is still to be sent, the farewell last: also to a broker that was reached only now.
    if error == 0 { error = cmosquitto_disconnect(client) }
    let deadline = MonotonicClock.now() + Self.pauses.1
    while error == 0, MonotonicClock.now() < deadline { error = cmosquitto_loop(client, Self.turn) }
    state.update { $0.isDone = true }
  }

  /// Why there is no connection: what the broker said, which is nearer to it than what became of that.
  private func reason(_ error: Int32) -> String {
    let words = state.withLock { $0.refusal.take() } ?? String(cString: cmosquitto_words(error))
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private var isOver: Bool { state.withLock { $0.isOver } }

  package func end() {
    _ = cmosquitto_disconnect(client)
    state.update { state in (state.isOver, state.tell) = (true, nil) }
    // A thread that waits for a name or for a host far away isn't waited for.
    _ = state.wait(until: MonotonicClock.now() + Self.patience) { $0.isDone ? true : nil }
  }

  // MARK: Messages

  package func resume() { state.withLock { $0.isOpen = true } }

  package func publish(_ message: OutgoingMessage) -> BrokerOutcome {
    guard state.withLock({ $0.isOpen }) else { return .away }
    var number: Int32 = 0
    let error = message.payload.withUnsafeBytes { payload in
      message.correlation.withUnsafeBytes { correlation in
        withCStrings([message.topic, message.contentType]) { texts in
          var publication = cmosquitto_publication()
          (publication.topic, publication.content_type) = (texts[0], texts[1])
          (publication.payload, publication.count) = (payload.baseAddress, payload.count)
          (publication.correlation, publication.correlation_count) = (
            correlation.baseAddress, UInt16(clamping: correlation.count)
          )
          (publication.qos, publication.is_retained) = (message.kind == .passing ? 0 : 1, message.kind == .state)
          return cmosquitto_publish(client, &publication, &number)
        }
      }
    }
    switch error {
    case 0: return .accepted(Int(number))
    case Self.noConnection, Self.connectionLost:
      // What is to be taken for certain, the client has noted and sends once it can.
      return message.kind == .passing || number == 0 ? .away : .accepted(Int(number))
    default: return .refused(String(cString: cmosquitto_words(error)))
    }
  }

  /// libmosquitto's numbers (mosq_err_t).
  private static let (noConnection, connectionLost): (Int32, Int32) = (4, 7)

  package func subscribe(to topic: String) { _ = cmosquitto_subscribe(client, topic) }
}

extension BrokerMessage {
  fileprivate init(_ message: cmosquitto_message) {
    self.init(
      topic: message.topic.map { String(cString: $0) } ?? "",
      payload: Array(UnsafeRawBufferPointer(start: message.payload, count: message.count)))
    isRetained = message.is_retained
    responseTopic = message.response_topic.map { String(cString: $0) }
    correlation = Array(
      UnsafeRawBufferPointer(start: message.correlation, count: Int(message.correlation_count)))
  }
}

/// Runs `body` with texts as C has them, nil for those that are nil.
private func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { $0.map { UnsafePointer($0) } })
}
