import Glibc

/// The size beyond which this process may write no file (`ulimit -f`).
package enum FileSizeLimit {
  /// Lets a write beyond it fail with `EFBIG`, which can be said and cleaned up after; SIGXFSZ would end the process.
  package static func letWritesFail() { signal(SIGXFSZ, SIG_IGN) }
}
