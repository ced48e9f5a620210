import Glibc
package import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
package import OpenCapturePictures
import OpenCaptureSystem

extension WorkerLibraries {
  /// Loads the libraries; a missing one is reported when a file needs it.
  package func load() {
    switch self {
    case .pictures: break
    case .documents: try? PageEngine.poppler.load()
    case .media:
      MovieEngine.loadCompletely()
      try? PageEngine.libheif.load()
      try? PageEngine.libtiff.load()
    }
  }
}

/// The worker processes of a command, which open and process its inputs.
///
/// The command opens files and reads pipes, but decodes nothing.
package final class InputWorkers: Sendable {
  private let spawner: WorkerSpawner
  private let isLocked: Bool
  private let pool: WorkerPool<WorkerLibraries>
  private let limits: PictureLimits
  private let deadline: Duration?
  /// The memory that all concurrent inputs share.
  private let memory: Monitor<MemoryBudget>

  /// Makes the workers, and the process that starts them; no worker starts yet.
  ///
  /// - Parameters:
  ///   - limits: The limits on an input, and on the memory of all concurrent inputs.
  ///   - deadline: The limit of processor time for an input; nil for none.
  ///   - additionalMemory: The memory of a worker besides its input and its libraries, in bytes. Default: none.
  ///   - isLocked: Whether workers give up their rights.
  ///   - settings: Adds the settings of the service to a message.
  /// - Throws: ``CommandError`` if no process can be started.
  package init(
    limits: PictureLimits, deadline: Duration?, additionalMemory: Int = 0, isLocked: Bool,
    settings: @escaping @Sendable (inout Message) -> Void
  ) throws(CommandError) {
    var options = WorkerPool<WorkerLibraries>.Options(
      memory: limits.maximumMemory + WorkerPool<WorkerLibraries>.overhead + additionalMemory)
    options.isLocked = isLocked
    spawner = try WorkerSpawner(forCommand: WorkerSpawner.ownProgram)
    pool = WorkerPool(spawner, options) { libraries, message in
      message.add(libraries.rawValue)
      settings(&message)
    }
    self.isLocked = isLocked
    self.limits = limits
    self.deadline = deadline
    memory = Monitor(MemoryBudget(capacity: limits.maximumMemory))
  }

  /// Makes the workers of a command that parse the arguments of this process again.
  ///
  /// - Throws: ``CommandError`` if no process can be started.
  convenience init(
    limits: PictureLimits, deadline: Duration?, additionalMemory: Int = 0, isLocked: Bool
  ) throws(CommandError) {
    try self.init(
      limits: limits, deadline: deadline, additionalMemory: additionalMemory, isLocked: isLocked
    ) { message in
      let arguments = WorkerArguments.shortened(CommandLine.arguments.dropFirst())
      message.add(arguments.count)
      for argument in arguments { message.add(argument) }
    }
  }

  /// Processes an input in a worker.
  ///
  /// - Parameters:
  ///   - outputName: The input's name in an output folder. Default: its own.
  ///   - isOver: Whether the input is no longer needed.
  ///   - receive: Receives the replies before the last one, and answers questions.
  /// - Returns: The last reply.
  /// - Throws: ``FileFailure`` if the worker crashed or had to be stopped, `WorkLimitError` if the input exceeded the
  ///   deadline or is no longer needed, and the error of an input that cannot be opened or read.
  package func process(
    _ input: Input, outputName: InputPath? = nil, isOver: @escaping () -> Bool,
    receive: (inout Message) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception
  ) throws -> Message {
    var result = Result<Message, any Error>.failure(WorkLimitError.cancelled())
    process(
      [InputTask(input: input, outputName: outputName ?? input.path, isOver: isOver)],
      receive: { _, message throws(MessageError) in try receive(&message) }, end: { result = $1 })
    return try result.get()
  }

  /// Processes inputs in a worker, one after another; those of another kind in another worker.
  ///
  /// - Parameters:
  ///   - receive: Receives the replies to an input before the last one, and answers questions.
  ///   - end: Receives the last reply to an input or its error, as ``process(_:outputName:isOver:receive:)`` throws it.
  package func process(
    _ tasks: [InputTask],
    receive: (Int, inout Message) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception,
    end: (Int, Result<Message, any Error>) -> Void
  ) {
    var opened: [WorkerLibraries: [(index: Int, file: OwnedDescriptor)]] = [:]
    func processOpened() {
      for (libraries, files) in opened { process(files, of: tasks, with: libraries, receive: receive, end: end) }
      opened = [:]
    }
    for (index, task) in tasks.enumerated() {
      // The writer of a pipe can be slow.
      if task.input.path.isPipe { processOpened() }
      do {
        if let failure = task.input.failure { throw FileFailure(failure, at: task.input.path) }
        let file = try open(task.input)
        opened[WorkerLibraries(for: file), default: []].append((index, file))
      } catch {
        end(index, .failure(error))
      }
    }
    processOpened()
  }

  private func process(
    _ files: [(index: Int, file: OwnedDescriptor)], of tasks: [InputTask], with libraries: WorkerLibraries,
    receive: (Int, inout Message) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception,
    end: (Int, Result<Message, any Error>) -> Void
  ) {
    var reserved = 0
    func release() {
      if reserved > 0 { memory.update { $0.give(back: reserved) } }
      reserved = 0
    }
    pool.run(
      files.count, libraries, JobLimits(processorTime: deadline),
      request: { job in
        let (index, file) = files[job]
        let task = tasks[index]
        var request = Message()
        request.add(task.input.path.bytes)
        request.add(task.input.isNamed)
        request.add(task.outputName.bytes)
        // An earlier try has moved the place.
        lseek(file.number, 0, SEEK_SET)
        request.attach(file)
        return request
      },
      isCancelled: { tasks[files[$0].index].isOver() },
      receive: { job, message throws(MessageError) in
        guard message.kind == ScanReply.memory else { return try receive(files[job].index, &message) }
        // The worker has opened the input, and waits until its memory is free.
        let needed = try message.count()
        release()
        _ = memory.wait { $0.take(needed) ? true : nil }
        reserved = needed
        return .answer(Message())
      },
      end: { job, result in
        release()
        let index = files[job].index
        end(index, result.mapError { error(for: $0, at: tasks[index].input.path) })
      })
  }

  /// Returns the error of an input for a failed job.
  private func error(for failure: JobFailure, at path: InputPath) -> any Error {
    switch failure {
    case .cancelled: return WorkLimitError.cancelled()
    case .timeout: if let deadline { return WorkLimitError.deadlineExceeded(deadline) }
    default: break
    }
    return FileFailure(failure, at: path)
  }

  /// Opens a movie in a worker of its own, which decodes frame by frame.
  ///
  /// - Parameter isOver: Whether no more frames are needed.
  /// - Throws: `MovieError`, and the error of an input that cannot be opened or read.
  func movie(_ input: Input, isOver: @escaping @Sendable () -> Bool) throws -> WorkerMovieReader {
    try WorkerMovieReader(
      open(input), name: input.path.title, limits.movieOptions(holding: 0), spawner, isLocked: isLocked,
      isOver: isOver)
  }

  /// Opens an input, so that its content can be read several times; the content of a pipe is read into memory.
  func opened(_ input: Input) throws -> Input {
    Input(path: input.path, isNamed: input.isNamed, file: try open(input))
  }

  private func open(_ input: Input) throws -> OwnedDescriptor {
    if let file = input.file { return file }
    let path = input.path
    var held = input.data
    if held == nil, path.isPipe {
      held =
        try path.isStandardInput
        ? InterruptibleReader.readToEnd(STDIN_FILENO, name: path.title, limit: limits.maximumByteCount)
        : InterruptibleReader.readPipe(at: path, limit: limits.maximumByteCount)
      // The run was interrupted.
      guard held != nil else { throw WorkLimitError.cancelled() }
    }
    if let held { return try held.withUnsafeBytes { (bytes) throws(SystemError) in try MemoryFile.make([bytes]) } }
    if FileKind(of: path) == .regular, let file = try? OwnedDescriptor(InterruptibleReader.open(path)) {
      return file
    }
    // An input that is no readable file has nothing to decode; the usual reader knows what is wrong with it.
    _ = try MediaInput.open(input, limits: limits)
    throw FileFailure("the input changed while it was opened", at: path)
  }
}

/// An input for a worker.
package struct InputTask {
  package let input: Input
  /// The input's name in an output folder.
  package let outputName: InputPath
  /// Whether the input is no longer needed.
  package let isOver: () -> Bool

  package init(input: Input, outputName: InputPath, isOver: @escaping () -> Bool) {
    self.input = input
    self.outputName = outputName
    self.isOver = isOver
  }
}

extension CommandError.Code {
  /// Worker processes cannot be started.
  static var noWorkers: Self { Self("noWorkers", hint: "use --isolation none to decode in this process") }
}

extension WorkerSpawner {
  /// Starts the process that starts a command's workers.
  ///
  /// - Throws: ``CommandError`` if it cannot be started.
  convenience init(forCommand program: String) throws(CommandError) {
    do throws(SystemError) { try self.init(program: program) } catch {
      throw CommandError(
        .noWorkers, subject: "", reason: "Worker processes cannot be started: \(error.reason)")
    }
  }
}
