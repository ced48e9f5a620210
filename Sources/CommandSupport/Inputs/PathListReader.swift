package import OpenCaptureSystem
import Glibc

/// A reader of a list of paths, one per line or separated by NUL, as the list arrives.
package struct PathListReader {
  private let descriptor: Int32
  private var stream: StreamBytes

  /// Makes a reader of an open descriptor.
  package init(descriptor: Int32, isNullSeparated: Bool) {
    self.descriptor = descriptor
    let separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
    stream = StreamBytes(descriptor: descriptor, separator: separator, skipsLongLines: false)
  }

  /// The size of the list in bytes; nil if it is no regular file.
  var length: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Returns the next path that is not empty; nil at the end, or if the run is interrupted.
  ///
  /// - Throws: ``SystemError`` if the list cannot be read.
  package mutating func next() throws(SystemError) -> InputPath? {
    while let line = try stream.line() {
      // A wrong file cannot fill the memory.
      guard case .text(let name) = line else { throw SystemError(code: ENAMETOOLONG) }
      if !name.isEmpty { return InputPath(name) }
    }
    return nil
  }
}
