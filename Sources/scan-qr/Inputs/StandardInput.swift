import Glibc

/// What comes in through standard input.
enum StandardInput {
  /// All bytes up to the end; nil when the person interrupted the wait for them.
  ///
  /// - Parameter limit: Reading ends soon after this many bytes, so that the caller can refuse them.
  static func readToEnd(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count <= limit {
      guard Interruption.wait(toRead: STDIN_FILENO) else { return nil }
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
