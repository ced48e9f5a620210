package import OpenCaptureSystem
import Glibc
package import OpenCaptureMediaSamples
import OpenCapturePictures

/// Reads from pipes and files until the run is interrupted.
package enum InterruptibleReader {
  /// Opens a file or named pipe for reading, without waiting for a writer.
  ///
  /// By default, opening a pipe blocks until a writer opens it, and cannot be interrupted.
  package static func open(_ path: InputPath) throws(SystemError) -> Int32 {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    return descriptor
  }

  /// Reads a named pipe to its end; nil if the run is interrupted.
  ///
  /// - Parameter limit: The number of bytes soon after which reading ends, so that the caller can reject the input.
  /// - Throws: ``SystemError``, or `PictureError` if memory runs out.
  package static func readPipe(at path: InputPath, limit: Int) throws -> DataBuffer? {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try readToEnd(descriptor, name: path.title, limit: limit)
  }

  /// Reads a descriptor to its end; nil if the run is interrupted.
  ///
  /// - Parameters:
  ///   - name: The input's name in errors.
  ///   - limit: The number of bytes soon after which reading ends, so that the caller can reject the input.
  /// - Throws: ``SystemError``, or `PictureError` if memory runs out.
  package static func readToEnd(_ descriptor: Int32, name: String, limit: Int) throws -> DataBuffer? {
    var memory = GrowingMemory(capacity: 1 << 18)
    while memory.count <= limit {
      guard let space = memory.space() else {
        throw PictureError(.outOfMemory, subject: name, reason: "not enough memory to read the input")
      }
      guard let count = try readSome(descriptor, to: space) else { return nil }
      if count == 0 { break }
      memory.count += count
    }
    return try memory.take(name: name)
  }

  /// Reads some bytes into memory and returns their number; 0 at the end, nil if the run is interrupted.
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
