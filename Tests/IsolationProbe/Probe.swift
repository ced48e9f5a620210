import CSandboxAttempts
import Glibc
import OpenCaptureIsolation
import OpenCaptureSystem

/// A program whose workers misbehave on request, to test the isolation.
///
///     isolation-probe storm JOBS WORKERS   runs jobs of which 1 % each hang, crash in several ways, allocate without
///                                          end, send garbage, or are slow, and checks that each has its outcome
///     isolation-probe soak MINUTES WORKERS runs such jobs for a time
///     isolation-probe attack FILE          tries from inside a worker what an attacker would try
///     isolation-probe unlocked FILE        tries the same in a worker that kept its rights, where it must succeed
///     isolation-probe cancel JOBS          cancels jobs after the first answer, and prints the outcome of each job and of a
///                                          later one
///     isolation-probe wait WORKERS         starts hanging workers, prints "ready" on standard error, and waits to be killed
@main
enum Probe {
  static func main() throws {
    if let status = WorkerProgram.run(MisbehavingService.self) { exit(status) }
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().compactMap { Int($0) }) {
    case ("storm", let numbers) where numbers.count == 2:
      exit(try Storm(jobCount: numbers[0], workerCount: numbers[1]).run())
    case ("soak", let numbers) where numbers.count == 2:
      exit(try Storm(workerCount: numbers[1], duration: 60 * Double(numbers[0])).run())
    case ("attack", _) where arguments.count == 2:
      exit(try attack(arguments.last ?? "", isLocked: true))
    case ("unlocked", _) where arguments.count == 2:
      exit(try attack(arguments.last ?? "", isLocked: false))
    case ("cancel", let numbers) where numbers.count == 1:
      try cancel(jobCount: numbers[0])
    case ("wait", let numbers) where numbers.count == 1:
      try wait(workerCount: numbers[0])
    default: exit(2)
    }
  }

  /// Makes a pool of misbehaving workers.
  ///
  /// - Parameter started: Receives a call for each start of a worker.
  static func pool(isLocked: Bool = true, started: @escaping @Sendable () -> Void = {}) throws -> WorkerPool<Int> {
    var options = WorkerPool<Int>.Options(memory: 96 << 20)
    options.isLocked = isLocked
    options.jobsPerWorker = 200
    return WorkerPool(try WorkerSpawner(), options) { _, _ in started() }
  }

  /// Makes a request.
  static func request(_ text: String, _ file: OwnedDescriptor? = nil) -> Message {
    var request = Message()
    request.add(text)
    if let file { request.attach(file) }
    return request
  }

  /// Prints the attempts that succeed in a worker; the exit status is 0 if none did.
  private static func attack(_ path: String, isLocked: Bool) throws -> Int32 {
    let file = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC))
    let text = "\(isLocked ? "attack" : "attempt") \(getpid())"
    var reply = try pool(isLocked: isLocked).run(0, JobLimits(), request: { request(text, file) }) { _ in .sign }
    let count = try reply.count()
    for _ in 0..<count { print("succeeded: \(try reply.text())") }
    print("\(try reply.count()) attempts")
    return count == 0 ? 0 : 1
  }

  /// Cancels jobs after the first answer, and prints the outcomes of all, the answer to a later job, and the number of
  /// workers.
  private static func cancel(jobCount: Int) throws {
    let starts = Locked(0)
    let pool = try pool { starts.withLock { $0 += 1 } }
    var answers: [String] = []
    pool.run(
      jobCount, 0, JobLimits(), request: { request("echo \($0)") }, isCancelled: { _ in !answers.isEmpty },
      receive: { _, _ in .sign }, end: { answers.append(Storm.outcome(of: $1)) })
    var later = try pool.run(0, JobLimits(), request: { request("echo later") }) { _ in .sign }
    print((answers + [try later.text(), "\(starts.withLock { $0 }) workers"]).joined(separator: " "))
  }

  private static func wait(workerCount: Int) throws {
    let pool = try pool()
    let threads = (0..<workerCount).map { index in
      NamedThread(name: "job") {
        _ = try? pool.run(index, JobLimits(), request: { request("hang") }) { _ in .sign }
      }
    }
    usleep(300_000)
    StandardError.write(line: "ready")
    for thread in threads { thread?.join() }
  }
}

/// A service that does what a request says.
struct MisbehavingService: WorkerService {
  /// The kind of a question, which is answered by a text.
  static let question = Message.firstOfService + 1

  init(_ settings: inout Message) throws {}

  func answer(_ request: inout Message, through replies: ReplySender) throws -> Message {
    let words = try request.text().split(separator: " ").map(String.init)
    var reply = Message.last()
    switch words.first {
    case "echo": reply.add(words[1])
    case "ask":
      var answer = replies.ask(Message(Self.question))
      reply.add(words[1] + (try answer.text()))
    case "slow":
      burn(0.05)
      reply.add(words[1])
    case "hang": while true { burn(1) }
    case "sleep": while true { pause() }
    case "segv": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "abort": abort()
    case "trap": fatalError("as requested")
    case "exit": exit(3)
    case "allocate":
      var blocks: [[UInt8]] = []
      while true { blocks.append([UInt8](repeating: 1, count: 1 << 24)) }
    case "garbage": replies.send(Message(200))
    case "damaged": replies.send(Message(Message.firstOfService))
    case "attack": try attack(&reply, parent: words[1], file: request.file, attempts: systemAttempts)
    case "attempt": try attack(&reply, parent: words[1], file: request.file, attempts: [])
    default: break
    }
    return reply
  }

  /// Uses a processor for some seconds.
  private func burn(_ seconds: Double) {
    let end = MonotonicClock.seconds() + seconds
    while MonotonicClock.seconds() < end {}
  }

  /// Tries system calls that some sandboxes forbid; not for a process that kept its rights.
  private var systemAttempts: [(name: String, isDone: Bool)] {
    (0..<1000).prefix { csandboxattempts_name($0) != nil }.map { number in
      (csandboxattempts_name(number).map { String(cString: $0) } ?? "", csandboxattempts_make_attempt(number) == 0)
    }
  }

  /// Tries to reach something outside of the process, and adds the names of the attempts that succeed.
  private func attack(
    _ reply: inout Message, parent: String, file: OwnedDescriptor?, attempts: [(name: String, isDone: Bool)]
  ) throws {
    var attempts = attempts
    for path in ["/etc/passwd", "/proc/self/maps", "/proc/\(parent)/mem", "/proc/\(parent)/status", "/dev/null"] {
      attempts.append(("read \(path)", csandboxattempts_read(path) == 0))
    }
    for path in ["/", "/proc", "/dev/shm"] { attempts.append(("list \(path)", csandboxattempts_list(path) == 0)) }
    attempts.append(("make a file", csandboxattempts_make("/tmp/isolation-probe-made") == 0))
    let pid = Int32(parent) ?? 0
    attempts.append(("signal the parent", kill(pid, 0) == 0))
    attempts.append(("raise the priority", setpriority(__priority_which_t(0), id_t(pid), 0) == 0))
    attempts.append(
      (
        "make memory executable",
        mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
      ))
    if let file {
      attempts.append(("write to the input", write(file.number, "x", 1) == 1))
      attempts.append(("change the input's mode", fchmod(file.number, 0o777) == 0))
      attempts.append(("own signals of the input", fcntl(file.number, F_SETOWN, pid) == 0))
    }
    // Standard input and output lead to nothing; the socket and the input are the only others.
    let expected = Set([0, 1, 2, 3, file?.number ?? 3])
    for descriptor in 0..<256 as Range<Int32> where !expected.contains(descriptor) {
      attempts.append(("use descriptor \(descriptor)", fcntl(descriptor, F_GETFD) >= 0))
    }
    let done = attempts.filter(\.isDone)
    reply.add(done.count)
    for attempt in done { reply.add(attempt.name) }
    reply.add(attempts.count)
  }
}

/// Many jobs, some of which misbehave.
struct Storm {
  /// The number of jobs; nil for as many as fit into ``duration``.
  var jobCount: Int?
  let workerCount: Int
  /// The time in which jobs begin, in seconds.
  var duration = Double.infinity

  private struct Tally: Lockable {
    var next = 0
    var wrong: [String] = []
    var outcomes: [String: Int] = [:]
  }

  private static let deadline = Duration.milliseconds(250)

  /// The most jobs that are given to a worker at once.
  private static let longestRun = 12

  private struct Job {
    let request: String
    let outcome: String
    /// The right answer, if there is one.
    let answer: String?

    /// One percent each.
    private static let misbehaviors = [
      ("hang", "timeout"), ("segv", "crashed 11"), ("abort", "crashed 6"), ("trap", "crashed"),
      ("exit", "exited 3"), ("allocate", "crashed"), ("garbage", "invalid"), ("damaged", "invalid"),
    ]

    init(_ index: Int) {
      let kind = index % 100
      if Self.misbehaviors.indices.contains(kind) {
        (request, outcome) = Self.misbehaviors[kind]
        answer = nil
      } else {
        let word = kind == Self.misbehaviors.count ? "slow" : kind % 4 == 1 ? "ask" : "echo"
        request = "\(word) \(index)"
        outcome = "answered"
        answer = word == "ask" ? "\(index)!" : "\(index)"
      }
    }
  }

  func run() throws -> Int32 {
    let pool = try Probe.pool()
    let tally = Locked(Tally())
    let end = MonotonicClock.seconds() + duration
    let threads = (0..<workerCount).map { _ in
      NamedThread(name: "job") {
        while let jobs = tally.withLock({ (tally: inout Tally) -> Range<Int>? in
          let first = tally.next
          guard first < jobCount ?? .max, MonotonicClock.seconds() < end else { return nil }
          tally.next = min(jobCount ?? .max, first + 1 + first % Self.longestRun)
          return first..<tally.next
        }) { work(jobs, pool, tally) }
      }
    }
    for thread in threads { thread?.join() }
    let result = tally.withLock { $0 }
    for (outcome, count) in result.outcomes.sorted(by: { $0.key < $1.key }) { print("\(outcome): \(count)") }
    for line in result.wrong.prefix(20) { print("wrong: \(line)") }
    print("descriptors: \(FileSystem.names(in: "/proc/self/fd").count)")
    return result.wrong.isEmpty && result.outcomes.values.reduce(0, +) == jobCount ?? result.next ? 0 : 1
  }

  private func work(_ jobs: Range<Int>, _ pool: WorkerPool<Int>, _ tally: Locked<Tally>) {
    var limits = JobLimits(processorTime: Self.deadline)
    limits.stall = .seconds(600)
    let jobs = jobs.map(Job.init)
    pool.run(
      jobs.count, 0, limits, request: { Probe.request(jobs[$0].request) }, isCancelled: { _ in false },
      receive: { _, message throws(MessageError) in
        guard message.kind != MisbehavingService.question else { return .answer(Probe.request("!")) }
        _ = try message.number()
        return .sign
      },
      end: { index, result in
        let job = jobs[index]
        var outcome = Self.outcome(of: result)
        tally.withLock { tally in
          if outcome == job.answer { outcome = "answered" }
          tally.outcomes[outcome, default: 0] += 1
          guard !outcome.hasPrefix(job.outcome) else { return }
          tally.wrong.append("\(job.request): \(outcome), not \(job.outcome)")
        }
      })
  }

  /// Returns the answer to a job, or the way in which it failed.
  static func outcome(of result: Result<Message, JobFailure>) -> String {
    do throws(JobFailure) {
      var reply = try result.get()
      return (try? reply.text()) ?? "no text"
    } catch {
      return switch error {
      case .timeout: "timeout"
      case .crashed(let signal): "crashed \(signal)"
      case .exited(let status): "exited \(status)"
      case .invalidReply: "invalid"
      case .cancelled: "cancelled"
      case .noWorker(let reason): reason
      }
    }
  }
}
