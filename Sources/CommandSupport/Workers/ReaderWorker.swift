import OpenCaptureIsolation
import OpenCaptureMovies
import OpenCaptureSystem

/// The worker of one reader of frames, which ends with this object.
final class ReaderWorker: Sendable {
  private struct State: Lockable {
    var isCancelled = false
    var hasEnded = false
  }

  /// The memory of a worker besides its libraries, in bytes: reference frames of 8K.
  static let memory = 2 << 30
  /// The time between checks whether reading was cancelled, in milliseconds.
  private static let checkInterval: Int32 = 100
  /// The time that a worker has to leave a camera, in nanoseconds.
  private static let timeToLeave: UInt64 = 500_000_000

  private let spawner: WorkerSpawner
  private let worker: WorkerSpawner.Worker
  /// The time for a reply, in nanoseconds.
  private let timeout: UInt64
  /// The subject of errors.
  private let name: String
  private let isOver: @Sendable () -> Bool
  private let error: @Sendable (JobFailure) -> MovieError
  private let state = Locked(State())

  var pid: Int32 { worker.pid }

  /// Starts a worker, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - name: The subject of errors that the worker reports.
  ///   - isLocked: Whether the worker gives up its rights.
  ///   - memory: The memory of the worker besides its libraries, in bytes.
  ///   - timeout: The time for its start and for each reply, in nanoseconds.
  ///   - isOver: Whether no more replies are needed, asked ten times per second during a wait. Default: never.
  ///   - error: Returns the error for a worker that has failed.
  ///   - settings: Adds the settings of the service to a message.
  init(
    _ name: String, _ spawner: WorkerSpawner, isLocked: Bool, memory: Int, timeout: UInt64,
    isOver: @escaping @Sendable () -> Bool = { false },
    error: @escaping @Sendable (JobFailure) -> MovieError, settings: (inout Message) -> Void
  ) throws(MovieError) {
    var message = Message(settingsOfWorker: isLocked, memory: memory + WorkerPool<WorkerLibraries>.overhead)
    settings(&message)
    do throws(JobFailure) {
      worker = try spawner.start(message, within: Int32(clamping: timeout / 1_000_000))
    } catch let failure {
      throw error(failure)
    }
    self.name = name
    self.spawner = spawner
    self.timeout = timeout
    self.isOver = isOver
    self.error = error
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
  /// - Parameter read: Reads the content.
  /// - Throws: `MovieError` that the worker reports, or if the worker has crashed or the request was cancelled.
  func reply<Content>(
    to request: Message, _ read: (inout Message) throws(MessageError) -> Content
  ) throws(MovieError) -> Content {
    let result: Result<Content, MovieError>
    do throws(JobFailure) {
      result = try contents(of: message(inReplyTo: request), read)
    } catch {
      throw self.error(end(after: error))
    }
    return try result.get()
  }

  private func message(inReplyTo request: Message) throws(JobFailure) -> Message {
    let end = MonotonicClock.now() + timeout
    do throws(MessageError) { try worker.send(request) } catch { throw .exited(status: 0) }
    while MonotonicClock.now() < end {
      // The reply to a cancelled request could be taken for the next one's.
      if WorkLimit.isReached || isOver() { cancel() }
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
