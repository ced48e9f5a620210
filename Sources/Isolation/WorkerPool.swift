import COpenCaptureSystem
import Glibc
import OpenCaptureSystem

/// A pool of worker processes that do jobs for the threads of a program, one job each at a time.
///
/// Workers start when they are needed, are used again, and are replaced after a failure or a number of jobs. Workers
/// with different settings are kept apart by a key.
package final class WorkerPool<Key: Hashable & Sendable>: Sendable {
  /// The settings of a pool.
  package struct Options: Sendable {
    /// Whether workers give up their rights; yes by default.
    package var isLocked = true
    /// The private memory of a worker, in bytes.
    package var memory: Int
    /// The number of jobs after which a worker is replaced; 1000 by default.
    package var jobsPerWorker = 1000
    /// The most idle workers that are kept; one per processor, at least 4 by default.
    package var idleLimit = max(4, Processors.count)

    package init(memory: Int) { self.memory = memory }
  }

  /// The result of a receiver of replies.
  package enum Reception {
    /// The message is no part of the result.
    case sign
    /// The message is a part of the result, which was passed on.
    case part
    /// The message is a question, and this is the answer.
    case answer(Message)
  }

  private struct IdleWorker: Sendable {
    let worker: WorkerSpawner.Worker
    let key: Key
    var jobs: Int
  }

  private struct State: Lockable {
    /// Idle workers; the one that was used last is at the end.
    var idle: [IdleWorker] = []
  }

  /// The memory of a worker besides its input, in bytes: libraries, stacks, tables.
  package static var overhead: Int { 320 << 20 }

  private let spawner: WorkerSpawner
  private let options: Options
  private let settings: @Sendable (Key) -> Message
  private let processorCount = Processors.count
  private let state = Locked(State())

  /// Makes a pool without workers.
  ///
  /// - Parameters:
  ///   - options: The memory and number of jobs of a worker.
  ///   - settings: Adds the service's settings of the workers with a key.
  package init(
    _ spawner: WorkerSpawner, _ options: Options, settings: @escaping @Sendable (Key, inout Message) -> Void
  ) {
    self.spawner = spawner
    self.options = options
    self.settings = { key in
      var message = Message(settingsOfWorker: options.isLocked, memory: options.memory)
      settings(key, &message)
      return message
    }
  }

  deinit { for idle in state.withLock({ $0.idle }) { _ = try? spawner.end(idle.worker) } }

  /// Does a job in a worker, and waits for its end.
  ///
  /// - Parameters:
  ///   - key: The kind of worker.
  ///   - limits: The limits of the job.
  ///   - request: Makes the request; called again for a second try.
  ///   - isCancelled: Whether the job is no longer needed; called several times per second.
  ///   - receive: Receives the replies before the last one; a thrown error means that a reply is invalid.
  /// - Returns: The last reply.
  /// - Throws: ``JobFailure``.
  package func run(
    _ key: Key, _ limits: JobLimits, request: () throws(MessageError) -> Message,
    isCancelled: () -> Bool = { false },
    receive: (inout Message) throws(MessageError) -> Reception
  ) throws(JobFailure) -> Message {
    var idle = try take(key)
    var supervisor = JobSupervisor(limits, isUsed: idle.jobs > 0)
    while true {
      let failure: JobFailure
      do throws(JobFailure) {
        let reply = try attempt(idle.worker, &supervisor, request: request, isCancelled: isCancelled, receive)
        idle.jobs += 1
        giveBack(idle)
        return reply
      } catch {
        failure = spawner.end(idle.worker, after: error)
      }
      switch failure {
      case .timeout, .cancelled: throw failure
      default: guard supervisor.end(failure) == .retry else { throw failure }
      }
      idle = try start(key)
      supervisor.restart()
    }
  }

  /// Sends a request, and receives replies until the last one.
  private func attempt(
    _ worker: WorkerSpawner.Worker, _ supervisor: inout JobSupervisor,
    request: () throws(MessageError) -> Message, isCancelled: () -> Bool,
    _ receive: (inout Message) throws(MessageError) -> Reception
  ) throws(JobFailure) -> Message {
    let clock = JobClock(pid: worker.pid)
    do throws(MessageError) { try worker.channel.send(request().with(kind: MessageKind.request)) } catch {
      throw .exited(status: 0)
    }
    while true {
      let decision = supervisor.look(
        at: clock.times, processorCount: processorCount, isCancelled: isCancelled())
      guard case .wait(let time) = decision else {
        if case .kill(let failure) = decision { throw failure }
        throw .timeout
      }
      do throws(MessageError) {
        guard var message = try worker.channel.receive(within: time.milliseconds) else { continue }
        switch message.kind {
        case MessageKind.last: return message
        case MessageKind.alive: supervisor.hear(at: clock.times, isPart: false)
        case Message.firstOfService...:
          let reception = try receive(&message)
          if case .answer(let answer) = reception {
            try worker.channel.send(answer.with(kind: MessageKind.request))
          }
          let isPart = if case .part = reception { true } else { false }
          supervisor.hear(at: clock.times, isPart: isPart)
        default: throw MessageError.damaged
        }
      } catch {
        throw error == .damaged ? .invalidReply : .exited(status: 0)
      }
    }
  }

  /// Returns an idle worker, or a new one.
  private func take(_ key: Key) throws(JobFailure) -> IdleWorker {
    let idle = state.withLock { state -> IdleWorker? in
      state.idle.lastIndex { $0.key == key }.map { state.idle.remove(at: $0) }
    }
    if let idle { return idle }
    return try start(key)
  }

  /// Starts a worker and waits until it is ready, so that its start counts towards no job.
  private func start(_ key: Key) throws(JobFailure) -> IdleWorker {
    IdleWorker(worker: try spawner.start(settings(key)), key: key, jobs: 0)
  }

  /// Keeps a worker for further jobs, and ends the ones that are too many or too old.
  private func giveBack(_ worker: IdleWorker) {
    let surplus = state.withLock { state -> IdleWorker? in
      guard worker.jobs < options.jobsPerWorker else { return worker }
      state.idle.append(worker)
      return state.idle.count > options.idleLimit ? state.idle.removeFirst() : nil
    }
    if let surplus { _ = try? spawner.end(surplus.worker) }
  }
}

/// The times of a worker since the start of a job.
private struct JobClock {
  private let pid: Int32
  private let processor: Int64
  private let start = MonotonicClock.seconds()

  init(pid: Int32) {
    self.pid = pid
    processor = csystem_processor_time(pid)
  }

  var times: JobSupervisor.Times {
    JobSupervisor.Times(
      processor: .nanoseconds(max(0, csystem_processor_time(pid) - processor)),
      wall: .seconds(MonotonicClock.seconds() - start))
  }
}

extension Duration {
  /// The duration in milliseconds, at least 1.
  fileprivate var milliseconds: Int32 { Int32(clamping: max(1, Int64(self / .milliseconds(1)))) }
}
