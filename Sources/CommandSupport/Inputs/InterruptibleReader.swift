import Glibc

/// Reads what somebody else writes, and stops waiting for it when the run is to end.
package enum InterruptibleReader {
  /// All bytes of a named pipe up to the end; nil when the run ended during the wait for them.
  ///
  /// - Parameter limit: Reading ends soon after this many bytes, so that the caller can refuse them.
  package static func readPipe(at path: InputPath, limit: Int) throws(SystemError) -> [UInt8]? {
    // To open a pipe without this waits for its writer, where nothing can interrupt it.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    return try readToEnd(descriptor, limit: limit)
  }

  /// All bytes up to the end; nil when the run ended during the wait for them.
  ///
  /// - Parameter limit: Reading ends soon after this many bytes, so that the caller can refuse them.
  package static func readToEnd(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let more = try readSome(descriptor) else { return nil }
      if more.isEmpty { return bytes }
      bytes += more
    }
    return bytes
  }

  /// Some bytes, none at the end; nil when the run ended during the wait for them.
  package static func readSome(_ descriptor: Int32) throws(SystemError) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while Interruption.wait(toRead: descriptor) {
      let count = read(descriptor, &chunk, chunk.count)
      if count >= 0 { return chunk[..<count] }
      if errno != EAGAIN { throw SystemError(code: errno) }
    }
    return nil
  }
}
