import Glibc

/// The three descriptors that every process has, unless somebody closed them before it began.
package enum StandardDescriptors {
  /// Puts something in the place of those that are closed, so that no file of ours takes their numbers.
  ///
  /// Each is opened the wrong way round: to read or to write still fails.
  package static func fillGaps() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", mode)
    }
  }
}
