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
  private let worker: ReaderWorker
  private let frames = BorrowedFrames()
  /// The time for a reply beyond the camera's timeout, in nanoseconds; the worker waits 30 s for a key frame.
  private static let additionalTime: UInt64 = 40_000_000_000

  init(
    _ address: NetworkStreamAddress, name: String, _ spawner: WorkerSpawner, isLocked: Bool
  ) throws(MovieError) {
    let timeout = UInt64(max(0, address.timeoutMilliseconds)) * 1_000_000 + Self.additionalTime
    worker = try ReaderWorker(name, spawner, isLocked: isLocked, memory: ReaderWorker.memory, timeout: timeout) {
      MovieError($0, camera: name)
    } settings: {
      $0.add(NetworkStreamService.mark)
      $0.add(isLocked)
      $0.add(address)
      $0.add(name)
    }
    var request = Message()
    request.add(false)
    request.add(0)
    info = try worker.reply(to: request) { (reply) throws(MessageError) in try reply.streamInfo() }
  }

  func next() throws(MovieError) -> ReceivedFrame {
    var request = Message()
    request.add(true)
    frames.addReleased(to: &request)
    return try worker.reply(to: request) { [frames] (reply) throws(MessageError) in
      try frames.frame { (blocks, release) throws(MessageError) in try reply.frame(in: &blocks, release: release) }
    }
  }

  func cancel() { worker.cancel() }
}

extension MovieError {
  /// Makes the error for a worker that has failed.
  fileprivate init(_ failure: JobFailure, camera name: String) {
    let code: Code =
      switch failure {
      case .cancelled: .cancelled
      case .timeout: .silent
      default: .unreachable
      }
    self.init(code, subject: name, reason: failure.reason)
  }
}
