import COpenCaptureSandbox
import COpenCaptureSystem
import Glibc
import OpenCaptureSystem

/// The work of a worker process: it answers requests about untrusted bytes.
package protocol WorkerService {
  /// Prepares the service, with all libraries and models that it needs, before the process gives up its rights.
  ///
  /// - Parameter settings: The settings of the program, as a message.
  init(_ settings: inout Message) throws

  /// The folders of fonts that the service reads later; none by default.
  var fonts: [String] { get }

  /// The network connection that the service has opened and keeps; none by default.
  var connection: WorkerConnection { get }

  /// Answers a request; the last reply is sent by the caller.
  mutating func answer(_ request: inout Message, through replies: ReplySender) throws -> Message
}

extension WorkerService {
  package var fonts: [String] { [] }
  package var connection: WorkerConnection { .none }
}

/// A network connection that a worker keeps when it gives up its rights.
package enum WorkerConnection: Sendable {
  case none
  /// A connection whose data cannot go elsewhere.
  case stream
  /// A connection with sockets for datagrams, which can be sent anywhere.
  case datagrams
}

/// The replies of a worker to one request.
package struct ReplySender: Sendable {
  private let channel: MessageChannel
  /// The received messages, also for answers to the questions of one thread at a time.
  private let inbox: Locked<Inbox>

  fileprivate init(_ channel: MessageChannel, _ inbox: Locked<Inbox>) {
    self.channel = channel
    self.inbox = inbox
  }

  /// Sends a part of the result, or a sign of life.
  package func send(_ message: Message) {
    // The program has ended, and the kernel ends this process, too.
    guard (try? channel.send(message)) != nil else { exit(0) }
  }

  /// Whether the program has ended, or ended the conversation.
  ///
  /// For a service whose program sends nothing while it waits for the reply to a request, so that only the end can
  /// arrive.
  package var isEnded: Bool {
    var state = pollfd(fd: channel.socket.number, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Sends a question, and waits for the answer; threads ask one after another.
  @discardableResult package func ask(_ message: Message) -> Message {
    inbox.withLock { inbox in
      send(message)
      guard let answer = try? inbox.next(MessageKind.answer) else { exit(0) }
      return answer
    }
  }
}

/// The messages that a worker receives: requests, which can arrive ahead, and answers to questions.
private struct Inbox: Lockable {
  let channel: MessageChannel
  /// The requests that arrived before an answer.
  private var requests: [Message] = []

  init(_ channel: MessageChannel) { self.channel = channel }

  /// Waits for the next message of a kind.
  mutating func next(_ kind: UInt8) throws(MessageError) -> Message {
    if kind == MessageKind.request, !requests.isEmpty { return requests.removeFirst() }
    while true {
      guard let message = try channel.receive() else { continue }
      if message.kind == kind { return message }
      guard message.kind == MessageKind.request else { throw .damaged }
      requests.append(message)
    }
  }
}

/// The kinds of messages to and from workers; services use kinds from ``firstOfService``.
enum MessageKind {
  static let settings: UInt8 = 1
  static let request: UInt8 = 2
  /// A sign of life.
  static let alive: UInt8 = 3
  /// The last reply to a request.
  static let last: UInt8 = 4
  /// The answer to a question of the worker.
  static let answer: UInt8 = 5
}

extension Message {
  /// Makes settings, to which those of the service are added.
  ///
  /// - Parameters:
  ///   - isLocked: Whether the worker gives up its rights.
  ///   - memory: The limit of its private memory in bytes.
  package init(settingsOfWorker isLocked: Bool, memory: Int) {
    self.init(MessageKind.settings)
    add(isLocked)
    add(memory)
  }

  /// The first kind of message for a service's own replies.
  package static let firstOfService: UInt8 = 16

  /// A sign of life, for work that takes long.
  package static let alive = Message(MessageKind.alive)

  /// Returns the last reply to a request, without fields.
  package static func last() -> Message { Message(MessageKind.last) }
}

/// The start of a program as a worker or as the process that starts workers.
package enum WorkerProgram {
  /// Runs as such a process, if the arguments say so.
  ///
  /// Called first in a program, before it reads any option.
  ///
  /// - Parameter service: The service of the program's workers.
  /// - Returns: The exit status; nil for a normal start.
  package static func run(_ service: (some WorkerService).Type) -> Int32? {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case WorkerSpawner.argument: return WorkerSpawner.serve()
    case WorkerSpawner.workerArgument:
      guard let parent = arguments.dropFirst().first.flatMap({ Int32($0) }), csystem_end_with_parent(parent) == 0
      else {
        return 1
      }
      return serve(service)
    default: return nil
    }
  }

  private static func serve<Service: WorkerService>(_ type: Service.Type) -> Int32 {
    let channel = MessageChannel(OwnedDescriptor(Int32(CSYSTEM_PARENT_SOCKET)))
    // Asked for now, because a service may already restrict itself.
    let isLockable = csandbox_landlock_version() > 0 && csandbox_supports_filters()
    do {
      guard var settings = try channel.receive(), settings.kind == MessageKind.settings else { return 1 }
      let isLocked = try settings.flag()
      let memory = try settings.count()
      var service = try type.init(&settings)
      if isLocked, !lockDown(service, memory: memory), isLockable { return 1 }
      try channel.send(.alive)
      let inbox = Locked(Inbox(channel))
      let replies = ReplySender(channel, inbox)
      while true {
        var request = try inbox.withLock { inbox throws(MessageError) in try inbox.next(MessageKind.request) }
        try channel.send(service.answer(&request, through: replies))
      }
    } catch MessageError.disconnected {
      return 0
    } catch {
      return 1
    }
  }

  /// Gives up all rights but those on memory, open files and connections, and returns whether that is complete.
  private static func lockDown(_ service: some WorkerService, memory: Int) -> Bool {
    if csandbox_is_sanitized() { return true }
    _ = csystem_limit_memory(UInt64(memory))
    let folders = service.fonts.map { UnsafePointer(strdup($0)) }
    defer { for folder in folders { free(UnsafeMutablePointer(mutating: folder)) } }
    let connection =
      switch service.connection {
      case .none: CSANDBOX_NO_CONNECTION
      case .stream: CSANDBOX_STREAM
      case .datagrams: CSANDBOX_DATAGRAMS
      }
    return folders.withUnsafeBufferPointer { csandbox_lock_down($0.baseAddress, $0.count, connection) == 0 }
  }
}
