import OpenCaptureIsolation
import OpenCaptureMovies
import OpenCaptureSystem

/// The decoding of network cameras in worker processes, one per connection.
package final class NetworkStreamWorkers: Sendable {
  private let spawner: WorkerSpawner
  private let isLocked: Bool

  /// Starts the process that starts workers.
  ///
  /// - Parameters:
  ///   - isLocked: Whether workers give up their rights.
  ///   - program: The program to run as workers. Default: the running one.
  /// - Throws: ``CommandError`` if no process can be started.
  package init(isLocked: Bool, program: String = WorkerSpawner.ownProgram) throws(CommandError) {
    spawner = try WorkerSpawner(forCommand: program)
    self.isLocked = isLocked
  }

  /// Connects to a camera in a new worker.
  @Sendable func open(
    _ address: NetworkStreamAddress, name: String
  ) throws(MovieError) -> any NetworkStreamReader {
    try WorkerStreamReader(address, name: name, spawner, isLocked: isLocked)
  }
}

/// A reader of a network camera's stream that a worker receives and decodes.
final class WorkerStreamReader: NetworkStreamReader {
  let info: NetworkStreamInfo
  /// The worker's process.
  var pid: Int32 { worker.pid }
  private let worker: StreamWorker
  private let blocks = Locked(FrameBlocks())
  /// The numbers of frames whose memory the worker may use again.
  private let released = Locked<[Int64]>([])

  init(
    _ address: NetworkStreamAddress, name: String, _ spawner: WorkerSpawner, isLocked: Bool
  ) throws(MovieError) {
    worker = try StreamWorker(address, name: name, spawner, isLocked: isLocked)
    var request = Message()
    request.add(false)
    request.add(0)
    info = try worker.reply(to: request) { (reply) throws(MessageError) in try reply.streamInfo() }
  }

  func next() throws(MovieError) -> ReceivedFrame {
    let numbers = released.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
    var request = Message()
    request.add(true)
    request.add(numbers.count)
    for number in numbers { request.add(number) }
    return try worker.reply(to: request) { [blocks, released] (reply) throws(MessageError) in
      try blocks.withLock { blocks in
        Result { () throws(MessageError) in
          try reply.frame(in: &blocks) { number in released.withLock { $0.append(number) } }
        }
      }.get()
    }
  }

  func cancel() { worker.cancel() }
}

extension FrameBlocks: Lockable {}

/// The worker of one connection, which ends with this object.
private final class StreamWorker: Sendable {
  private struct State: Lockable {
    var isCancelled = false
    var hasEnded = false
  }

  /// The memory of a worker besides its libraries, in bytes: reference frames of 8K.
  private static let memory = 2 << 30
  /// The time between checks whether reading was cancelled, in milliseconds.
  private static let checkInterval: Int32 = 100
  /// The time that a worker has to leave the camera, in nanoseconds.
  private static let timeToLeave: UInt64 = 500_000_000
  /// The time for a reply beyond the camera's timeout, in nanoseconds; the worker waits 30 s for a key frame.
  private static let additionalTime: UInt64 = 40_000_000_000

  private let name: String
  private let spawner: WorkerSpawner
  private let worker: WorkerSpawner.Worker
  /// The time for a reply, in nanoseconds.
  private let timeout: UInt64
  private let state = Locked(State())

  var pid: Int32 { worker.pid }

  init(
    _ address: NetworkStreamAddress, name: String, _ spawner: WorkerSpawner, isLocked: Bool
  ) throws(MovieError) {
    var settings = Message(
      settingsOfWorker: isLocked, memory: Self.memory + WorkerPool<WorkerLibraries>.overhead)
    settings.add(NetworkStreamService.mark)
    settings.add(isLocked)
    settings.add(address)
    settings.add(name)
    timeout = UInt64(max(0, address.timeoutMilliseconds)) * 1_000_000 + Self.additionalTime
    do throws(JobFailure) {
      worker = try spawner.start(settings, within: Int32(clamping: timeout / 1_000_000))
    } catch {
      throw MovieError(error, subject: name)
    }
    self.name = name
    self.spawner = spawner
  }

  deinit {
    guard !state.withLock({ $0.hasEnded }) else { return }
    // The worker leaves the camera, which may otherwise keep its session for a while.
    worker.channel.finish()
    let end = MonotonicClock.now() + Self.timeToLeave
    do throws(MessageError) {
      while MonotonicClock.now() < end { _ = try worker.channel.receive(within: Self.checkInterval) }
    } catch {}
    _ = try? spawner.end(worker)
  }

  /// Cancels the current request and all further ones; safe from any thread.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    worker.channel.finish()
  }

  /// Sends a request, waits for the reply, and reads its content.
  ///
  /// - Throws: `MovieError` that the worker reports, or if the worker has crashed or the request was cancelled.
  func reply<Content>(
    to request: Message, _ read: (inout Message) throws(MessageError) -> Content
  ) throws(MovieError) -> Content {
    let result: Result<Content, MovieError>
    do throws(JobFailure) { result = try contents(of: message(inReplyTo: request), read) } catch {
      throw MovieError(end(after: error), subject: name)
    }
    return try result.get()
  }

  private func message(inReplyTo request: Message) throws(JobFailure) -> Message {
    let end = MonotonicClock.now() + timeout
    do throws(MessageError) { try worker.send(request) } catch { throw .exited(status: 0) }
    while MonotonicClock.now() < end {
      // The reply to a cancelled request could be taken for the next one's.
      if WorkLimit.isReached { cancel() }
      if state.withLock({ $0.isCancelled }) { throw .cancelled }
      do throws(MessageError) {
        if let reply = try worker.lastReply(within: Self.checkInterval) { return reply }
      } catch {
        throw error == .damaged ? .invalidReply : .exited(status: 0)
      }
    }
    throw .timeout
  }

  private func contents<Content>(
    of reply: Message, _ read: (inout Message) throws(MessageError) -> Content
  ) throws(JobFailure) -> Result<Content, MovieError> {
    var reply = reply
    do throws(MessageError) {
      return try reply.flag() ? .success(read(&reply)) : .failure(reply.movieError(name))
    } catch {
      throw .invalidReply
    }
  }

  /// Ends a worker that has failed, and returns the failure with the way in which it ended.
  private func end(after failure: JobFailure) -> JobFailure {
    guard failure != .cancelled else { return failure }
    let hadEnded = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded
    }
    return hadEnded ? failure : spawner.end(worker, after: failure)
  }
}

extension MovieError {
  /// Makes the error for a worker that has failed.
  fileprivate init(_ failure: JobFailure, subject: String) {
    let code: Code =
      switch failure {
      case .cancelled: .cancelled
      case .timeout: .silent
      default: .unreachable
      }
    self.init(code, subject: subject, reason: failure.reason)
  }
}
