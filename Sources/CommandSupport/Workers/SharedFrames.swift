import COpenCaptureSystem
import Glibc
package import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// The frames that a worker has sent, and whose memory the command may still read.
struct LentFrames {
  private var frames: [Int64: SampleBuffer] = [:]
  private var count: Int64 = 0

  /// Releases the frames that the command lists in a request.
  mutating func release(_ request: inout Message) throws(MessageError) {
    for _ in 0..<min(try request.count(), frames.count) { frames[try request.number()] = nil }
  }

  /// Keeps a frame, and returns its number.
  mutating func lend(_ sample: SampleBuffer, in block: FrameBlock?) -> Int64 {
    defer { count += 1 }
    if block != nil { frames[count] = sample }
    return count
  }
}

/// The frames that a command has received from a worker.
final class BorrowedFrames: Sendable {
  private let blocks = Locked(FrameBlocks())
  /// The numbers of frames whose memory the worker may use again.
  private let released = Locked<[Int64]>([])

  /// Adds the numbers of the frames that are no longer used to a request.
  func addReleased(to request: inout Message) {
    let numbers = released.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
    request.add(numbers.count)
    for number in numbers { request.add(number) }
  }

  /// Reads a frame from a reply.
  ///
  /// - Parameter read: Reads the frame, given the memory of earlier ones and what to call with the frame's number when
  ///   its memory is no longer used.
  func frame<Frame>(
    _ read: (inout FrameBlocks, @escaping @Sendable (Int64) -> Void) throws(MessageError) -> Frame
  ) throws(MessageError) -> Frame {
    try blocks.withLock { [released] (blocks) throws(MessageError) in
      try read(&blocks) { number in released.withLock { $0.append(number) } }
    }
  }
}

/// The memory of frames that a worker has sent.
package struct FrameBlocks: Lockable {
  /// A mapped file; unmapped with the last reference to it.
  final class Block: Sendable {
    let start: UInt
    let byteCount: Int

    /// Maps a file.
    ///
    /// - Throws: `MessageError.damaged` if its size can change, because accessing missing pages ends a process.
    init(_ file: OwnedDescriptor) throws(MessageError) {
      var status = stat()
      guard csystem_has_fixed_size(file.number), fstat(file.number, &status) == 0, status.st_size > 0,
        let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, file.number, 0), start != MAP_FAILED
      else { throw .damaged }
      self.start = UInt(bitPattern: start)
      byteCount = Int(status.st_size)
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: start), byteCount) }
  }

  /// The most pixels of a frame.
  static let maximumPixelCount = 1 << 28
  /// The most mapped files; decoders use up to 20.
  private static let limit = 64

  private var blocks: [Int64: Block] = [:]

  /// Makes an empty collection.
  package init() {}

  /// Returns a block, which is mapped only once.
  mutating func block(_ number: Int64, _ file: OwnedDescriptor) throws(MessageError) -> Block {
    if let block = blocks[number] { return block }
    if blocks.count >= Self.limit { blocks = [:] }
    let block = try Block(file)
    blocks[number] = block
    return block
  }
}
