import Glibc

/// Standard output or standard error, written whole or not at all known of.
package enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all the bytes.
  ///
  /// - Throws: ``SystemError`` where that fails: no space left, for instance.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
  }

  /// Writes a line for a person; nobody is there to tell if that fails.
  package func writeLine(_ text: String) { try? write(Array((text + "\n").utf8)) }
}
