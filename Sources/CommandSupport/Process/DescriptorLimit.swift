import OpenCaptureSystem
import Glibc

/// Whether the process may open as many files as a command needs.
///
/// Looked at before anything runs: Dispatch traps where it can't have a descriptor.
package enum DescriptorLimit {
  /// What Dispatch and the libraries that are loaded take, and some files on each core, as far as that is sure to help.
  private static var needed: Int { 32 + 4 * min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 32) }

  /// More than this is never needed, and some programs look at every one.
  private static let most: rlim_t = 65_536

  /// Raises the limit as far as the process may, where it is too low.
  ///
  /// - Throws: ``CommandError`` where that isn't enough.
  package static func ensureEnough() throws(CommandError) {
    guard !canOpen(needed) else { return }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard !canOpen(needed) else { return }
    throw CommandError(
      .tooFewDescriptors, subject: "",
      reason: "this process may have \(limit.rlim_cur) files open at once, "
        + "and needs \(needed) beside those that are")
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
