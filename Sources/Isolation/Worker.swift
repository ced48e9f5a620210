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

  /// Answers a request; the last reply is sent by the caller.
  mutating func answer(_ request: inout Message, through replies: ReplySender) throws -> Message
}

extension WorkerService {
  package var fonts: [String] { [] }
}

/// The replies of a worker to one request.
package struct ReplySender: Sendable {
  private let channel: MessageChannel
  /// The channel for questions, of one thread at a time.
  private let questions: Locked<MessageChannel>

  init(_ channel: MessageChannel) {
    self.channel = channel
    questions = Locked(channel)
  }

  /// Sends a part of the result, or a sign of life.
  package func send(_ message: Message) {
    // The program has ended, and the kernel ends this process, too.
    guard (try? channel.send(message)) != nil else { exit(0) }
  }

  /// Sends a question, and waits for the answer; threads ask one after another.
  @discardableResult package func ask(_ message: Message) -> Message {
    questions.withLock { channel in
      send(message)
      guard let answer = try? channel.receive() else { exit(0) }
      return answer
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
}

extension Message {
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
    do {
      guard var settings = try channel.receive(), settings.kind == MessageKind.settings else { return 1 }
      let isLocked = try settings.flag()
      let memory = try settings.count()
      var service = try type.init(&settings)
      if isLocked { lockDown(service, memory: memory) }
      try channel.send(.alive)
      while var request = try channel.receive() {
        guard request.kind == MessageKind.request else { return 1 }
        try channel.send(service.answer(&request, through: ReplySender(channel)))
      }
      return 0
    } catch MessageError.disconnected {
      return 0
    } catch {
      return 1
    }
  }

  /// Gives up all rights but those on memory and open files.
  private static func lockDown(_ service: some WorkerService, memory: Int) {
    if csandbox_is_sanitized() { return }
    _ = csystem_limit_memory(UInt64(memory))
    let folders = service.fonts.map { UnsafePointer(strdup($0)) }
    defer { for folder in folders { free(UnsafeMutablePointer(mutating: folder)) } }
    _ = folders.withUnsafeBufferPointer { csandbox_lock_down($0.baseAddress, $0.count) }
  }
}
