package import OpenCaptureSystem
import Glibc

/// Standard output or standard error, with complete writes.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of characters in a line of the terminal; nil if unknown.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The number of bytes that a ready pipe accepts without blocking (POSIX: `PIPE_BUF`).
  private static let pieceLength = 4096

  /// Writes all bytes; after an interruption, only as many as the reader takes soon.
  ///
  /// - Throws: ``SystemError`` if writing fails, for instance because the disk is full or the reader is gone.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Interruption.wait(toWrite: rawValue) else { throw SystemError(code: EPIPE) }
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, min($0.count, Self.pieceLength)) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
  }

  /// Writes a line with its control characters escaped; errors are ignored.
  package func writeLine(_ text: String) { writeLine(escaped: EscapedText.line(text)) }

  /// Writes a line that has no unescaped control characters; errors are ignored.
  package func writeLine(escaped line: String) { try? write(Array((line + "\n").utf8)) }
}
