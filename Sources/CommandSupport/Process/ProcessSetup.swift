import Dispatch
import Glibc
import OpenCaptureSystem

/// The limit of open files, raised if a command needs more.
///
/// Checked before the command runs, because Dispatch traps without a descriptor.
package enum DescriptorLimit {
  /// The number of descriptors for Dispatch, the libraries, and some files per core.
  private static var needed: Int { 32 + 4 * min(Processors.count, 32) }

  /// The highest useful limit; some programs iterate over all possible descriptors.
  private static let most: rlim_t = 65_536

  /// Raises the limit if it is too low.
  ///
  /// - Throws: ``CommandError`` if the limit cannot be raised far enough.
  package static func ensureEnough() throws(CommandError) {
    guard !canOpen(needed) else { return }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard !canOpen(needed) else { return }
    throw CommandError(
      .tooFewDescriptors, subject: "",
      reason: "The limit of open files is \(limit.rlim_cur); \(needed) more than those already open are needed")
  }

  private static func canOpen(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}

/// The three standard descriptors, which the parent process may have closed.
package enum StandardDescriptors {
  /// Opens replacements for closed descriptors, so that no other file gets their numbers.
  ///
  /// Each replacement has the wrong direction, so that reading or writing still fails.
  package static func fillGaps() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is the missing one.
      _ = open("/dev/null", mode)
    }
  }
}

/// A bridge from asynchronous work to a blocking thread; not for tasks, which must not block.
package enum BlockingTask {
  /// Waits for `body` and returns or throws its result.
  package static func result<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<Result<Value, any Error>?>(nil)
    Task {
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    guard let outcome = result.withLock({ $0 }) else { preconditionFailure("the task signalled without a result") }
    return try outcome.get()
  }
}
