import Glibc

/// A pipe or a connection whose reader is gone.
package enum ClosedPipe {
  /// Lets a write to it fail with `EPIPE`, so that what is recorded meanwhile is brought to its end; SIGPIPE would end the
  /// process.
  package static func letWritesFail() { signal(SIGPIPE, SIG_IGN) }
}
