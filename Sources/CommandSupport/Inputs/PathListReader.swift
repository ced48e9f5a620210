package import OpenCaptureSystem
import Glibc

/// A reader of a list of paths, one per line or separated by NUL, as the list arrives.
package struct PathListReader {
  private let descriptor: Int32
  private let separator: UInt8
  private var buffered: ArraySlice<UInt8> = []
  /// The maximum length of a name in bytes, so that a wrong file cannot fill the memory.
  private static let longestName = 1 << 20
  private var isAtEnd = false

  /// Makes a reader of an open descriptor.
  package init(descriptor: Int32, isNullSeparated: Bool) {
    self.descriptor = descriptor
    separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
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
    while true {
      if let end = buffered.firstIndex(of: separator) {
        let path = InputPath(buffered[..<end])
        buffered = buffered[(end + 1)...]
        if !path.bytes.isEmpty { return path }
      } else if isAtEnd {
        defer { buffered = [] }
        return buffered.isEmpty ? nil : InputPath(buffered)
      } else {
        guard buffered.count < Self.longestName else { throw SystemError(code: ENAMETOOLONG) }
        guard try fill() else { return nil }
      }
    }
  }

  /// Reads more bytes; false if the run is interrupted.
  private mutating func fill() throws(SystemError) -> Bool {
    guard let chunk = try InterruptibleReader.readSome(descriptor) else { return false }
    isAtEnd = chunk.isEmpty
    buffered = Array(buffered) + chunk
    return true
  }
}
