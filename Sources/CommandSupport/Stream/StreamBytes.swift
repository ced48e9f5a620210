import OpenCaptureSystem

/// A stream of lines with bytes between them, read as they arrive.
struct StreamBytes {
  /// A line, unless it is too long.
  enum Line: Equatable {
    case text([UInt8])
    case tooLong
  }

  private let descriptor: Int32
  private let separator: UInt8
  /// Whether a line that is too long is skipped; otherwise, its rest becomes the next line.
  private let skipsLongLines: Bool
  private var buffered: ArraySlice<UInt8> = []
  /// Whether the run was interrupted while waiting for more bytes.
  private(set) var isInterrupted = false
  private var isAtEnd = false

  /// The maximum length of a line in bytes.
  private static let longestLine = 1 << 20
  /// The number of bytes to read at once.
  ///
  /// Small, so that the writer waits instead of filling a buffer.
  private static let pieceLength = 4096

  init(descriptor: Int32, separator: UInt8 = UInt8(ascii: "\n"), skipsLongLines: Bool = true) {
    self.descriptor = descriptor
    self.separator = separator
    self.skipsLongLines = skipsLongLines
  }

  /// Returns the next line without its separator; nil after the last, and if the run is interrupted.
  mutating func line() throws(SystemError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if buffered.isEmpty, try !fill() {
        guard !isInterrupted, !line.isEmpty || isTooLong else { return nil }
        return isTooLong ? .tooLong : .text(line)
      }
      let end = buffered.firstIndex(of: separator)
      line += buffered[..<(end ?? buffered.endIndex)]
      buffered = buffered[(end.map { $0 + 1 } ?? buffered.endIndex)...]
      if line.count > Self.longestLine {
        guard skipsLongLines else { return .tooLong }
        line = []
        isTooLong = true
      }
      if end != nil { return isTooLong ? .tooLong : .text(line) }
    }
  }

  /// Reads bytes until the memory is full or the stream ends.
  ///
  /// - Returns: The number of bytes.
  mutating func read(to space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let ready = buffered.prefix(space.count)
    space.copyBytes(from: ready)
    buffered = buffered.dropFirst(ready.count)
    var count = ready.count
    while count < space.count, !isAtEnd, !isInterrupted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: space[count...])
      count += try readSome(to: rest)
    }
    return count
  }

  /// Skips bytes and returns their number.
  mutating func skip(_ count: Int) throws(SystemError) -> Int {
    var left = count
    while left > 0 {
      if buffered.isEmpty, try !fill() { break }
      let passed = min(left, buffered.count)
      buffered = buffered.dropFirst(passed)
      left -= passed
    }
    return count - left
  }

  /// Reads more bytes; false at the end.
  private mutating func fill() throws(SystemError) -> Bool {
    guard !isAtEnd, !isInterrupted else { return false }
    var piece = [UInt8](repeating: 0, count: Self.pieceLength)
    let count = try piece.withUnsafeMutableBufferPointer { (space) throws(SystemError) in
      try readSome(to: UnsafeMutableRawBufferPointer(space))
    }
    buffered = piece[..<count]
    return count > 0
  }

  private mutating func readSome(to space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    guard let count = try InterruptibleReader.readSome(descriptor, to: space) else {
      isInterrupted = true
      return 0
    }
    isAtEnd = count == 0
    return count
  }
}
