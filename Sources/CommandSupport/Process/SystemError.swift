import Glibc

/// A failure of the operating system, in its own words.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32

  /// Whether a pipe's reader is gone.
  package var isClosedPipe: Bool { code == EPIPE }

  package var description: String { String(cString: strerror(code)) }
}
