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
    /// The number of jobs after which a worker is replaced; 10,000 by default.
    package var jobsPerWorker = 10_000
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
    var pace = Pace()
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
    var result = Result<Message, JobFailure>.failure(.cancelled)
    run(
      1, key, limits, request: { _ throws(MessageError) in try request() }, isCancelled: { _ in isCancelled() },
      receive: { _, message throws(MessageError) in try receive(&message) }, end: { result = $1 })
    return try result.get()
  }

  /// Does jobs in a worker, one after another, and waits for their end.
  ///
  /// Requests are sent ahead of the replies, so that the worker does not wait between short jobs. If a worker fails,
  /// another one does the jobs that it had not begun.
  ///
  /// - Parameters:
  ///   - count: The number of jobs.
  ///   - key: The kind of worker.
  ///   - limits: The limits of each job.
  ///   - request: Makes the request of a job; called again for another worker.
  ///   - isCancelled: Whether a job is no longer needed; called several times per second.
  ///   - receive: Receives the replies to a job before the last one; a thrown error means that a reply is invalid.
  ///   - end: Receives the last reply to a job, or its failure.
  package func run(
    _ count: Int, _ key: Key, _ limits: JobLimits, request: (Int) throws(MessageError) -> Message,
    isCancelled: (Int) -> Bool, receive: (Int, inout Message) throws(MessageError) -> Reception,
    end: (Int, Result<Message, JobFailure>) -> Void
  ) {
    let pace = state.withLock { $0.pace }
    let begin = MonotonicClock.seconds()
    var worker: IdleWorker?
    /// The first job whose request the worker does not have.
    var unsent = 0

    func perform(_ job: Int) throws(JobFailure) -> Message {
      if isCancelled(job) {
        // The worker must not answer the job in place of a later one.
        if unsent > job, let begun = worker {
          worker = nil
          _ = try? spawner.end(begun.worker)
        }
        throw .cancelled
      }
      var current: IdleWorker
      if let worker {
        current = worker
        // Cancelled jobs are not sent.
        unsent = max(unsent, job)
      } else {
        current = try take(key)
        unsent = job
      }
      var supervisor = JobSupervisor(limits, isUsed: current.jobs > 0)
      while true {
        let failure: JobFailure
        do throws(JobFailure) {
          do throws(MessageError) {
            if unsent == job {
              try current.worker.send(request(job))
              unsent += 1
            }
            while unsent < count, try current.worker.sendAtOnce(request(unsent)) { unsent += 1 }
          } catch {
            throw JobFailure(error)
          }
          let early = count > 1 ? try current.worker.message(after: pace.pause(for: unsent - job)) : nil
          let reply = try reply(
            of: current.worker, after: early, &supervisor, isCancelled: { isCancelled(job) },
            { message throws(MessageError) in try receive(job, &message) })
          current.jobs += 1
          worker = current
          return reply
        } catch {
          failure = spawner.end(current.worker, after: error)
        }
        worker = nil
        switch failure {
        case .timeout, .cancelled: throw failure
        default: guard supervisor.end(failure) == .retry else { throw failure }
        }
        current = try start(key)
        unsent = job
        supervisor.restart()
      }
    }

    for job in 0..<count { end(job, Result { () throws(JobFailure) in try perform(job) }) }
    if count > 1 { state.withLock { $0.pace.timePerJob = (MonotonicClock.seconds() - begin) / Double(count) } }
    if let worker { giveBack(worker) }
  }

  /// Receives replies of a worker, and returns the last one.
  ///
  /// - Parameter early: The first reply, if it was already received.
  private func reply(
    of worker: WorkerSpawner.Worker, after early: Message?, _ supervisor: inout JobSupervisor,
    isCancelled: () -> Bool, _ receive: (inout Message) throws(MessageError) -> Reception
  ) throws(JobFailure) -> Message {
    var received = early
    let clock = JobClock(pid: worker.pid)
    while true {
      if var message = received {
        switch message.kind {
        case MessageKind.last: return message
        case MessageKind.alive: supervisor.hear(at: clock.times, isPart: false)
        case Message.firstOfService...:
          do throws(MessageError) {
            let reception = try receive(&message)
            if case .answer(let answer) = reception {
              try worker.channel.send(answer.with(kind: MessageKind.answer))
            }
            let isPart = if case .part = reception { true } else { false }
            supervisor.hear(at: clock.times, isPart: isPart)
          } catch {
            throw JobFailure(error)
          }
        default: throw .invalidReply
        }
      }
      switch supervisor.look(at: clock.times, processorCount: processorCount, isCancelled: isCancelled()) {
      case .wait(let time): received = try worker.message(within: time.milliseconds)
      case .kill(let failure): throw failure
      case .retry, .fail: throw .timeout
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

/// The speed at which short jobs are done.
private struct Pace {
  /// The time for a job, in seconds.
  var timePerJob = 0.0

  /// The longest pause, in seconds.
  private static let limit = 0.004

  /// Returns the time to let replies collect, in seconds, so that the program does not wake up for each short job.
  ///
  /// - Parameter count: The number of jobs that the worker has. It should not run out of them.
  func pause(for count: Int) -> Double { count > 2 ? min(timePerJob * Double(count) / 2, Self.limit) : 0 }
}

extension WorkerSpawner.Worker {
  /// Returns a message if one has arrived, or has arrived after a pause in seconds.
  fileprivate func message(after pause: Double) throws(JobFailure) -> Message? {
    if let message = try message(within: 0) { return message }
    guard pause > 0 else { return nil }
    usleep(UInt32(pause * 1e6))
    return try message(within: 0)
  }

  /// Waits for a message; nil after the time.
  fileprivate func message(within milliseconds: Int32) throws(JobFailure) -> Message? {
    do throws(MessageError) { return try channel.receive(within: milliseconds) } catch { throw JobFailure(error) }
  }
}

extension JobFailure {
  /// Makes the failure of a worker whose connection failed, before its end is known.
  fileprivate init(_ error: MessageError) { self = error == .damaged ? .invalidReply : .exited(status: 0) }
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
