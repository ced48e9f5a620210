package import OpenCaptureSystem
import Glibc

/// Reads a list of paths, one a line or each ended by NUL, as it arrives.
package struct PathListReader {
  private let descriptor: Int32
  private let separator: UInt8
  private var buffered: ArraySlice<UInt8> = []
  /// What no file's name is as long as, in bytes: a list that isn't one must not fill the memory.
  private static let longestName = 1 << 20
  private var isAtEnd = false

  /// Reads from an open descriptor.
  package init(descriptor: Int32, isNullSeparated: Bool) {
    self.descriptor = descriptor
    separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
  }

  /// How long the list is, in bytes, where it is a file.
  var length: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The next path that isn't empty; nil at the end, or when the run ended.
  ///
  /// - Throws: ``SystemError`` where the list can't be read.
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

  /// Reads some more; false when the run ended instead.
  private mutating func fill() throws(SystemError) -> Bool {
    guard let chunk = try InterruptibleReader.readSome(descriptor) else { return false }
    isAtEnd = chunk.isEmpty
    buffered = Array(buffered) + chunk
    return true
  }
}
