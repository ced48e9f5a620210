package import OpenCaptureSystem
import Glibc

/// Standard output or standard error, written whole or not at all known of.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many characters a line of the terminal holds; nil where it isn't one, or doesn't tell.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// What a pipe takes at once when it is ready to take anything (POSIX: `PIPE_BUF`).
  private static let pieceLength = 4096

  /// Writes all the bytes; of a run that is to end, as much as somebody takes soon.
  ///
  /// - Throws: ``SystemError`` where that fails: no space left, for instance, or nobody reads.
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

  /// Writes a line for a person, its control characters escaped; nobody is there to tell if that fails.
  package func writeLine(_ text: String) { writeLine(escaped: EscapedText.line(text)) }

  /// Writes a line whose control characters are escaped already, or that has none.
  package func writeLine(escaped line: String) { try? write(Array((line + "\n").utf8)) }
}
