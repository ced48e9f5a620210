package import OpenCaptureSystem
import Glibc
package import OpenCaptureMediaSamples
import OpenCapturePictures

/// Reads what somebody else writes, and stops waiting for it when the run is to end.
package enum InterruptibleReader {
  /// Opens a file to be read, such as a named pipe, without waiting for somebody who writes to it.
  ///
  /// To open a pipe waits for its writer otherwise, where nothing can interrupt it.
  package static func open(_ path: InputPath) throws(SystemError) -> Int32 {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    return descriptor
  }

  /// All bytes of a named pipe up to the end; nil when the run ended during the wait for them.
  ///
  /// - Parameter limit: Reading ends soon after this many bytes, so that the caller can refuse them.
  /// - Throws: ``SystemError``, or `PictureError` where there is no memory.
  package static func readPipe(at path: InputPath, limit: Int) throws -> DataBuffer? {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try readToEnd(descriptor, name: path.title, limit: limit)
  }

  /// All bytes up to the end; nil when the run ended during the wait for them.
  ///
  /// - Parameters:
  ///   - name: What errors call it.
  ///   - limit: Reading ends soon after this many bytes, so that the caller can refuse them.
  /// - Throws: ``SystemError``, or `PictureError` where there is no memory.
  package static func readToEnd(_ descriptor: Int32, name: String, limit: Int) throws -> DataBuffer? {
    var memory = GrowingMemory(capacity: 1 << 18)
    while memory.count <= limit {
      guard let space = memory.space() else {
        throw PictureError(.outOfMemory, subject: name, reason: "there is no memory to read it")
      }
      guard let count = try readSome(descriptor, to: space) else { return nil }
      if count == 0 { break }
      memory.count += count
    }
    return try memory.take(name: name)
  }

  /// Some bytes, none at the end; nil when the run ended during the wait for them.
  package static func readSome(_ descriptor: Int32) throws(SystemError) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    let count = try chunk.withUnsafeMutableBufferPointer { (space) throws(SystemError) in
      try readSome(descriptor, to: UnsafeMutableRawBufferPointer(space))
    }
    return count.map { chunk[..<$0] }
  }

  /// How many bytes were read, 0 at the end; nil when the run ended during the wait for them.
  static func readSome(
    _ descriptor: Int32, to space: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    while Interruption.wait(toRead: descriptor) {
      let count = read(descriptor, space.baseAddress, min(space.count, 1 << 30))
      if count >= 0 { return count }
      if errno != EAGAIN, errno != EINTR { throw SystemError(code: errno) }
    }
    return nil
  }
}
