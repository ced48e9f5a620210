import COpenCaptureSystem
import Glibc
package import OpenCaptureSystem

/// A process that starts workers, kills them and waits for them.
///
/// It starts before the program enters its sandbox, so that the program itself needs no right to start or to signal
/// processes. It has a single thread, reads nothing but requests of the program, and ends with it. The kernel kills
/// the workers when it ends.
package final class WorkerSpawner: Sendable {
  /// The path of the running program.
  package static let ownProgram = "/proc/self/exe"
  /// The first argument of the process.
  static let argument = "---worker-spawner"
  /// The first argument of a worker.
  static let workerArgument = "---worker"

  private enum Request {
    static let start: UInt8 = 1
    static let end: UInt8 = 2
  }

  /// A running worker.
  package struct Worker: Sendable {
    package let pid: Int32
    package let channel: MessageChannel

    /// Sends a request.
    package func send(_ request: Message) throws(MessageError) {
      try channel.send(request.with(kind: MessageKind.request))
    }

    /// Sends a request unless earlier ones fill the connection, and returns whether it was sent.
    func sendAtOnce(_ request: Message) throws(MessageError) -> Bool {
      try channel.sendAtOnce(request.with(kind: MessageKind.request))
    }

    /// Waits for the last reply to a request; nil after the time.
    package func lastReply(within milliseconds: Int32) throws(MessageError) -> Message? {
      guard let reply = try channel.receive(within: milliseconds) else { return nil }
      guard reply.kind == MessageKind.last else { throw .damaged }
      return reply
    }
  }

  /// The end of a worker.
  package enum End: Sendable, Hashable {
    case exited(Int32)
    case signal(Int32)
  }

  private let channel: Locked<MessageChannel>
  private let pid: Int32

  /// Starts the process.
  ///
  /// - Parameter program: The program to run as spawner and as workers. Default: the running one.
  /// - Throws: ``SystemError`` if it cannot be started.
  package init(program: String = ownProgram) throws(SystemError) {
    let (channel, other) = try MessageChannel.pair()
    pid = try Self.spawn(program, [Self.argument], other, hasOwnSession: true)
    self.channel = Locked(channel)
  }

  deinit {
    channel.withLock { $0.close() }
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  /// Starts a worker.
  package func start() throws(MessageError) -> Worker {
    let reply = try ask(Message(Request.start))
    var fields = reply
    let pid = try fields.number()
    guard let file = reply.file, pid > 0 else { throw .disconnected }
    return Worker(pid: Int32(truncatingIfNeeded: pid), channel: MessageChannel(file))
  }

  /// The time in which a worker must be ready, in milliseconds.
  package static var startTime: Int32 { 60_000 }

  /// Starts a worker with settings, and waits until it is ready.
  ///
  /// - Parameter milliseconds: The time to wait. Default: one minute.
  package func start(
    _ settings: Message, within milliseconds: Int32 = startTime
  ) throws(JobFailure) -> Worker {
    let worker: Worker
    do throws(MessageError) { worker = try start() } catch {
      throw .noWorker(reason: "the system cannot start another process")
    }
    do throws(MessageError) {
      try worker.channel.send(settings)
      let ready = try worker.channel.receive(within: milliseconds)
      guard ready?.kind == MessageKind.alive else { throw MessageError.damaged }
      return worker
    } catch {
      let end = try? end(worker)
      throw .noWorker(reason: "a worker process did not start" + (end.map { " (\($0))" } ?? ""))
    }
  }

  /// Kills a worker unless it has ended, and returns how it ended.
  @discardableResult
  package func end(_ worker: Worker) throws(MessageError) -> End {
    var request = Message(Request.end)
    request.add(Int64(worker.pid))
    var reply = try ask(request)
    let isSignal = try reply.flag()
    let number = Int32(truncatingIfNeeded: try reply.number())
    return isSignal ? .signal(number) : .exited(number)
  }

  /// Kills a worker unless it has ended, and returns the failure with the way in which it ended.
  package func end(_ worker: Worker, after failure: JobFailure) -> JobFailure {
    guard let end = try? end(worker) else { return .noWorker(reason: "the process that starts workers ended") }
    guard case .exited = failure else { return failure }
    return switch end {
    case .signal(let signal): .crashed(signal: signal)
    case .exited(let status): .exited(status: status)
    }
  }

  private func ask(_ request: Message) throws(MessageError) -> Message {
    let result = channel.withLock { channel -> Result<Message, MessageError> in
      Result { () throws(MessageError) in
        try channel.send(request)
        while true { if let reply = try channel.receive() { return reply } }
      }
    }
    return try result.get()
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ socket: OwnedDescriptor, hasOwnSession: Bool
  ) throws(SystemError) -> Int32 {
    var pid: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments.first ?? "worker"] + arguments).map {
      strdup($0)
    }
    defer { for word in words { free(word) } }
    words.append(nil)
    let result = csystem_spawn(program, words, socket.number, hasOwnSession, &pid)
    guard result == 0 else { throw SystemError(code: -result) }
    return pid
  }

  /// Serves the program that started this process, until it ends.
  static func serve() -> Int32 {
    let channel = MessageChannel(OwnedDescriptor(Int32(CSYSTEM_PARENT_SOCKET)))
    csystem_name_thread("worker spawner")
    do throws(MessageError) {
      while true { if let request = try channel.receive() { try channel.send(answer(request)) } }
    } catch {
      return 0
    }
  }

  private static func answer(_ request: Message) -> Message {
    var request = request
    var reply = Message(request.kind)
    switch request.kind {
    case Request.start:
      do {
        let (channel, other) = try MessageChannel.pair()
        let pid = try spawn(ownProgram, [workerArgument, "\(getpid())"], other, hasOwnSession: false)
        reply.add(Int64(pid))
        reply.attach(channel.socket)
      } catch {
        reply.add(Int64(0))
      }
    default:
      let pid = (try? request.number()).map { Int32(truncatingIfNeeded: $0) } ?? 0
      var status: Int32 = 0
      // A process that was not waited for keeps its number, so no other process can be hit.
      if pid > 1, waitpid(pid, &status, WNOHANG) != pid {
        kill(pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      }
      let signal = status & 0x7f
      reply.add(signal != 0)
      reply.add(Int64(signal != 0 ? signal : status >> 8 & 0xff))
    }
    return reply
  }
}
