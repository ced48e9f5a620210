import COpenCaptureMosquitto
import Glibc
public import OpenCaptureSystem

/// A broker connection by libmosquitto; the broker keeps the session while the connection is broken.
///
/// A ``BrokerChannel`` protects the library from hostile brokers.
///
/// Unchecked: the client is created before the object is shared, accepts calls from several threads, and is freed
/// with the object, which its thread retains.
package final class MosquittoBroker: Broker, @unchecked Sendable {
  private struct State: Lockable {
    var isEnding = false
    var isDone = false
    /// Whether a connection exists and the publisher has handled it.
    var isOpen = false
    var notify: (@Sendable (BrokerEvent) -> Void)?
    /// The broker's reason for rejecting the connection; nil if accepted or not reached.
    var refusal: String?
    /// The current or last connection.
    var channel: BrokerChannel?
  }

  /// The maximum wait for the end of the connection, in nanoseconds.
  private static let endTimeout: UInt64 = 500_000_000
  /// The first and the longest interval between attempts to connect, in nanoseconds.
  private static let retryIntervals: (first: UInt64, longest: UInt64) = (500_000_000, 15_000_000_000)
  /// The timeout of one iteration of the client's loop, in milliseconds.
  private static let loopTimeout: Int32 = 500

  private let options: PublishingOptions
  private let id: String
  private let will: OutgoingMessage
  private let state = Monitor(State())
  private var client: OpaquePointer?

  /// Creates a client without connecting; the broker publishes `will` when the connection breaks.
  package init(_ options: PublishingOptions, id: String, will: OutgoingMessage) throws(PublishingError) {
    try MosquittoLibrary.load()
    self.options = options
    self.id = id
    self.will = will
    let error = open()
    guard error == 0 else {
      throw PublishingError(
        .cannotStart, subject: "\(options.address)", reason: String(cString: cmosquitto_error_description(error)))
    }
  }

  deinit { cmosquitto_close(client) }

  private func open() -> Int32 {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let events = cmosquitto_events(
      context: context,
      connected: { context, reason in MosquittoBroker.at(context)?.didConnect(reason) },
      published: { context, number, _ in MosquittoBroker.at(context)?.notify(.confirmDelivery(Int(number))) },
      received: { context, message in
        if let message { MosquittoBroker.at(context)?.notify(.received(BrokerMessage(message.pointee))) }
      })
    return withCStrings([id, options.address.user, options.password, will.topic]) { texts in
      will.payload.withUnsafeBytes { payload in
        var arguments = cmosquitto_options()
        arguments.id = texts[0]
        arguments.user = texts[1]
        arguments.password = texts[2]
        arguments.will_topic = texts[3]
        arguments.will = payload.baseAddress
        arguments.will_count = payload.count
        arguments.maximum_in_flight = Int32(EventQueue.window)
        return cmosquitto_open(&arguments, events, &client)
      }
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> MosquittoBroker? {
    context.map { Unmanaged<MosquittoBroker>.fromOpaque($0).takeUnretainedValue() }
  }

  private func notify(_ event: BrokerEvent) { state.withLock { $0.notify }?(event) }

  private func didConnect(_ reason: Int32) {
    guard reason != 0 else { return notify(.connected) }
    state.withLock { $0.refusal = String(cString: cmosquitto_reason_description(reason)) }
  }

  // MARK: The thread

  package func start(_ notify: @escaping @Sendable (BrokerEvent) -> Void) throws(PublishingError) {
    state.withLock { $0.notify = notify }
    guard NamedThread(name: "mqtt", { self.run() }) != nil else {
      throw PublishingError(.cannotStart, subject: "\(options.address)", reason: "cannot create a thread")
    }
  }

  private func run() {
    // Writing to a broken connection must not end the process.
    var ignored = sigset_t()
    sigaddset(&ignored, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &ignored, nil)
    var pause = Self.retryIntervals.first
    var error = opened(
      cmosquitto_connect(
        client, options.address.host, options.address.port, Int32(PublishingOptions.keepAlive),
        PublishingOptions.sessionExpiry, UInt32(PacketFilter.longestPacket)))
    while !isEnding {
      let start = MonotonicClock.now()
      while error == 0, !isEnding { error = cmosquitto_loop(client, Self.loopTimeout) }
      guard !isEnding else { break }
      state.withLock { $0.isOpen = false }
      notify(.disconnected(reason(error)))
      // Reconnects quickly after a connection that lasted, and with increasing intervals otherwise.
      if MonotonicClock.now() - start > Self.retryIntervals.longest { pause = Self.retryIntervals.first }
      _ = state.wait(until: MonotonicClock.now() + pause) { $0.isEnding ? true : nil }
      pause = min(pause * 2, Self.retryIntervals.longest)
      if !isEnding { error = opened(cmosquitto_reconnect(client)) }
    }
    // Sends the remaining messages, the offline status last, even on a connection made only now.
    if error == 0 { error = cmosquitto_disconnect(client) }
    let deadline = MonotonicClock.now() + Self.retryIntervals.longest
    while error == 0, MonotonicClock.now() < deadline { error = cmosquitto_loop(client, Self.loopTimeout) }
    let last = state.update { state in
      state.isDone = true
      return state.channel.take()
    }
    withExtendedLifetime(last) {}
  }

  /// Opens the channel of a new connection, and returns the error of the connection or of its channel.
  private func opened(_ error: Int32) -> Int32 {
    guard error == 0 else { return error }
    do throws(PublishingError) {
      let channel = try BrokerChannel(replacing: cmosquitto_socket(client), options) { !isEnding }
      guard channel.start() else {
        throw PublishingError(.cannotStart, subject: "\(options.address)", reason: "cannot create a thread")
      }
      state.withLock { $0.channel = channel }
      return 0
    } catch {
      state.withLock { $0.refusal = error.reason }
      // MOSQ_ERR_CONN_LOST.
      return 7
    }
  }

  /// Returns the reason for a lost connection, preferably the broker's own.
  private func reason(_ error: Int32) -> String {
    let (refusal, channel) = state.withLock { ($0.refusal.take(), $0.channel.take()) }
    let text = refusal ?? channel?.failure ?? String(cString: cmosquitto_error_description(error))
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private var isEnding: Bool { state.withLock { $0.isEnding } }

  package func end() {
    _ = cmosquitto_disconnect(client)
    state.update { state in
      state.isEnding = true
      state.notify = nil
    }
    // The timeout covers a thread that is blocked by name resolution or a distant host.
    _ = state.wait(until: MonotonicClock.now() + Self.endTimeout) { $0.isDone ? true : nil }
  }

  // MARK: Messages

  package func resume() { state.withLock { $0.isOpen = true } }

  package func publish(_ message: OutgoingMessage) -> PublishResult {
    guard state.withLock({ $0.isOpen }) else { return .withoutConnection }
    var number: Int32 = 0
    let error = message.payload.withUnsafeBytes { payload in
      message.correlation.withUnsafeBytes { correlation in
        withCStrings([message.topic, message.contentType]) { texts in
          var publication = cmosquitto_publication()
          publication.topic = texts[0]
          publication.content_type = texts[1]
          publication.payload = payload.baseAddress
          publication.count = payload.count
          publication.correlation = correlation.baseAddress
          publication.correlation_count = UInt16(clamping: correlation.count)
          publication.qos = message.kind == .transient ? 0 : 1
          publication.is_retained = message.kind == .state
          return cmosquitto_publish(client, &publication, &number)
        }
      }
    }
    switch error {
    case 0: return .accepted(Int(number))
    // MOSQ_ERR_NO_CONN and MOSQ_ERR_CONN_LOST.
    case 4, 7:
      // The client stores messages with QoS 1 and sends them after reconnecting.
      return message.kind == .transient || number == 0 ? .withoutConnection : .accepted(Int(number))
    default: return .refused
    }
  }

  package func subscribe(to topic: String) { _ = cmosquitto_subscribe(client, topic) }
}

extension BrokerMessage {
  fileprivate init(_ message: cmosquitto_message) {
    self.init(
      topic: message.topic.map { String(cString: $0) } ?? "",
      payload: Array(UnsafeRawBufferPointer(start: message.payload, count: message.count)))
    isRetained = message.is_retained
    responseTopic = message.response_topic.map { String(cString: $0) }
    correlation = Array(UnsafeRawBufferPointer(start: message.correlation, count: Int(message.correlation_count)))
  }
}

/// Calls `body` with the texts as C strings, with nil for nil.
private func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { $0.map { UnsafePointer($0) } })
}

/// The MQTT library libmosquitto, loaded at run time on first use.
public enum MosquittoLibrary {
  /// The command that installs the library.
  public static let hint = "sudo apt install libmosquitto1"

  /// Loads the library.
  ///
  /// - Throws: ``PublishingError`` with `libraryMissing`, whose hint is the command that installs the library.
  public static func load() throws(PublishingError) {
    var message: UnsafePointer<CChar>?
    guard !cmosquitto_load(&message) else { return }
    let reason = message.map { "the library cannot be used: \(String(cString: $0))" }
    throw PublishingError(
      .libraryMissing, subject: "libmosquitto.so.1", reason: reason ?? "the library is not installed")
  }
}
