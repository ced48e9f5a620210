import Glibc
public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureSystem

/// A scanner for pictures, documents and movies of strangers, which decodes them in worker processes.
///
///     let scanner = try IsolatedScanner(types: [.qr])
///     let codes = try await scanner.scan(contentsOf: upload).codes
///
/// A file that crashes a decoder, never ends or needs too much memory fails alone: its worker is killed, and the next
/// file gets a new one. A worker has no access to files, to the network or to other processes. The program itself
/// links and loads no decoder. The workers run the command `scan-qr`, which must be installed.
///
/// Instances can be used from any task. A file's results are those of `scan-qr`.
public final class IsolatedScanner: Sendable {
  /// The limits of a scan.
  public struct Limits: Sendable, Hashable {
    /// The processor time for a file; 10 s by default.
    public var processorTime = Duration.seconds(10)
    /// The time for a file on the clock; nil for no limit (default).
    public var wallTime: Duration?
    /// The memory of a worker for a file, in bytes; 1 GB by default.
    public var memory = 1_000_000_000
    /// The size of a file in bytes; 512 MiB by default.
    public var byteCount = 1 << 29
    /// The number of pages of a document; 100 by default.
    public var pageCount = 100

    /// Makes the default limits.
    public init() {}
  }

  /// A code and its page.
  public struct Detection: Sendable, Hashable {
    /// The code, with corners in pixels of the upright picture.
    public let code: MachineReadableCodeObject
    /// The page of a document, from 1; nil if the file has no pages.
    public let page: Int?
  }

  /// The result of a file.
  public struct Result: Sendable, Hashable {
    /// The codes, by page and in reading order; those of movies have the times of their first frame.
    public fileprivate(set) var detections: [Detection] = []
    /// The size of the last picture in pixels.
    public fileprivate(set) var size: VideoDimensions?
    /// The reasons why a part of the file could not be read; empty for an intact file.
    public fileprivate(set) var damage: [String] = []

    /// The codes without their pages.
    public var codes: [MachineReadableCodeObject] { detections.map(\.code) }

    /// The most detections of a file.
    private static let maximumCount = 1 << 16

    fileprivate mutating func add(_ codes: [ReportedCode]) {
      detections += codes.map { Detection(code: $0.code, page: $0.page) }
    }

    /// Receives a reply of a worker.
    fileprivate mutating func receive(
      _ message: inout Message
    ) throws(MessageError) -> WorkerPool<WorkerLibraries>.Reception {
      switch message.kind {
      case ScanReply.memory: return .answer(Message())
      case ScanReply.codes:
        guard detections.count < Self.maximumCount else { throw .damaged }
        add(try message.codes())
        return .part
      default: return .sign
      }
    }
  }

  private struct Job: Sendable {
    let file: OwnedDescriptor
    let name: String
    let cancellation: Locked<Bool>
    let continuation: OneContinuation

    /// The request to a worker; an earlier try has moved the place in the file.
    var request: Message {
      var request = Message()
      request.add(name)
      request.add(true)
      request.add(name)
      lseek(file.number, 0, SEEK_SET)
      request.attach(file)
      return request
    }
  }

  private struct State: Lockable {
    var jobs: [Job] = []
    var isOver = false
  }

  private let pool: WorkerPool<WorkerLibraries>
  private let limits: Limits
  private let state = Monitor(State())

  /// Makes a scanner; its workers start with the first files.
  ///
  /// - Parameters:
  ///   - types: The types of codes to search for.
  ///   - limits: The limits of each file. Default: 10 s, 1 GB.
  ///   - workerCount: The most files to scan at once. Default: one per processor.
  ///   - helper: The path of `scan-qr`. Default: beside this program, else in the folders of `PATH`.
  /// - Throws: ``IsolationError`` if `types` is empty, or the helper is missing or cannot be started.
  public init(
    types: Set<MetadataObjectType>, limits: Limits = Limits(), workerCount: Int? = nil, helper: String? = nil
  ) throws(IsolationError) {
    guard !types.isEmpty, types.isSubset(of: MetadataObjectType.machineReadableCodes) else {
      throw IsolationError(.unsupportedType, subject: "", reason: "the types are none that scan-qr reads")
    }
    var settings = CodeScanSettings()
    settings.types = types.map(\.rawValue)
    settings.resolutions = [200, 400]
    settings.maximumByteCount = limits.byteCount
    settings.maximumMemory = limits.memory
    settings.maximumPixelCount = limits.memory / settings.workingBytesPerPixel
    settings.maximumPageCount = limits.pageCount
    settings.deadline = limits.processorTime / .seconds(1)
    settings.isStepped = true
    let program = if let helper { helper } else { try Self.installedHelper() }
    let spawner: WorkerSpawner
    do throws(SystemError) { spawner = try WorkerSpawner(program: program) } catch {
      throw IsolationError(.helperMissing, subject: program, errno: error.code, reason: error.reason)
    }
    pool = WorkerPool(spawner, WorkerPool.Options(memory: limits.memory + WorkerPool<WorkerLibraries>.overhead)) {
      [settings] libraries, message in
      message.add(libraries.rawValue)
      settings.add(to: &message)
    }
    self.limits = limits
    for _ in 0..<max(1, workerCount ?? Processors.count) {
      _ = NamedThread(name: "isolated scan") { [state, pool, limits] in
        while let job = state.wait({ $0.isOver ? .some(nil) : $0.jobs.isEmpty ? nil : .some($0.jobs.removeFirst()) }
        ) ?? nil {
          job.continuation.resume(Swift.Result { try Self.scan(job, pool, limits) })
        }
      }
    }
  }

  deinit {
    let jobs = state.update { state in
      state.isOver = true
      return state.jobs
    }
    for job in jobs { job.continuation.resume(.failure(CancellationError())) }
  }

  /// Scans a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The codes and the damage of the file.
  /// - Throws: ``IsolationError`` if the file cannot be opened or read, or its decoder crashed or did not end in time;
  ///   `CancellationError` as soon as the task is cancelled.
  public func scan(contentsOf path: String) async throws -> Result {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw IsolationError(.cannotOpen, subject: path, systemError: errno) }
    let file = OwnedDescriptor(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw IsolationError(.cannotOpen, subject: path, reason: "not a regular file")
    }
    return try await scan(file, name: path)
  }

  /// Scans a file in memory.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file.
  ///   - name: The name in errors. Default: `data`.
  /// - Throws: The errors of ``scan(contentsOf:)``.
  public func scan(_ data: DataBuffer, name: String = "data") async throws -> Result {
    let file: OwnedDescriptor
    do throws(SystemError) {
      file = try data.withUnsafeBytes { (bytes) throws(SystemError) in try MemoryFile.make([bytes]) }
    } catch {
      throw IsolationError(.cannotOpen, subject: name, errno: error.code, reason: error.reason)
    }
    return try await scan(file, name: name)
  }

  private func scan(_ file: OwnedDescriptor, name: String) async throws -> Result {
    let cancellation = Locked(false)
    let continuation = OneContinuation()
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { result in
        continuation.set(result)
        state.update {
          $0.jobs.append(Job(file: file, name: name, cancellation: cancellation, continuation: continuation))
        }
      }
    } onCancel: {
      // The worker is killed within a tenth of a second.
      cancellation.withLock { $0 = true }
      continuation.resume(.failure(CancellationError()))
    }
  }

  /// Scans a file on the calling thread.
  private static func scan(
    _ job: Job, _ pool: WorkerPool<WorkerLibraries>, _ limits: Limits
  ) throws(IsolationError) -> Result {
    var result = Result()
    let end: ScanEnd
    do throws(JobFailure) {
      var last = try pool.run(
        WorkerLibraries(for: job.file), JobLimits(processorTime: limits.processorTime, wallTime: limits.wallTime),
        request: { job.request }, isCancelled: { job.cancellation.withLock { $0 } }
      ) { message throws(MessageError) in try result.receive(&message) }
      do throws(MessageError) { end = try last.scanEnd() } catch { throw JobFailure.invalidReply }
    } catch {
      throw IsolationError(error, subject: job.name)
    }
    guard end.stop == nil else { throw IsolationError(JobFailure.timeout, subject: job.name) }
    if end.size == nil, let failure = end.failures.first {
      throw IsolationError(.unreadable, subject: job.name, reason: failure.reason)
    }
    result.add(end.codes)
    result.size = end.size
    result.damage = end.failures.map(\.reason)
    return result
  }

  /// Returns the path of the installed helper.
  private static func installedHelper() throws(IsolationError) -> String {
    let own = FileSystem.link("/proc/self/exe").map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    for folder in [own].compactMap(\.self) + folders {
      let path = folder + "/scan-qr"
      if access(path, X_OK) == 0 { return path }
    }
    throw IsolationError(.helperMissing, subject: "scan-qr", reason: "not found beside this program or in PATH")
  }
}

/// A continuation that is resumed once, by the first of several callers.
private final class OneContinuation: Sendable {
  private struct State: Lockable {
    var continuation: CheckedContinuation<IsolatedScanner.Result, any Error>?
    var early: Swift.Result<IsolatedScanner.Result, any Error>?
  }

  private let state = Locked(State())

  func set(_ continuation: CheckedContinuation<IsolatedScanner.Result, any Error>) {
    let early = state.withLock { state in
      if state.early == nil { state.continuation = continuation }
      return state.early
    }
    if let early { continuation.resume(with: early) }
  }

  func resume(_ result: Swift.Result<IsolatedScanner.Result, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      if state.early == nil { state.early = result }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
