import Glibc
import OpenCaptureSystem

/// Keeps events in a file of a fixed size, in which the newest take the place of the oldest; what isn't taken out is there
/// again when the file is opened the next time, after a power cut as well.
///
/// A record that was damaged, or of which only a part got to the disk, is passed over; those before and behind it are kept.
/// Which were taken out is noted in two places in turn, so that one of them is always whole. What was taken out in the
/// last second before a power cut can be there again: whoever reads knows it by session and sequence. For one thread.
final class EventRing {
  private struct Place {
    let sequence: UInt64
    let offset: Int
    let count: Int

    var end: Int { offset + count }
  }

  private static let mark = Array("OCRING1\n".utf8)
  private static let slots = [64, 128]
  private static let slotCount = 24
  /// Where the first record lies.
  static let start = 192
  /// The smallest file that makes sense, in bytes.
  static let leastCapacity = 65_536

  private let descriptor: Int32
  /// How large the file is.
  let capacity: Int
  private var places: [Place] = []
  private var next: UInt64 = 1
  private var end = start
  private var taken: UInt64 = 0
  private var generation: UInt64 = 0
  private var isDirty = false

  /// Opens the file, or makes it; what is kept in another size stays in that size.
  ///
  /// - Throws: `SystemError`; `EWOULDBLOCK` where another process has it.
  init(_ path: String, capacity: Int) throws(SystemError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0 else {
      let error = errno
      close(descriptor)
      throw SystemError(code: error)
    }
    self.descriptor = descriptor
    let isRing =
      Int(status.st_size) >= Self.leastCapacity && Self.bytes(descriptor, 0, Self.mark.count) == Self.mark
    self.capacity = isRing ? Int(status.st_size) : max(capacity, Self.leastCapacity)
    if isRing { recover() } else { try begin() }
  }

  deinit { close(descriptor) }

  // MARK: What is in it

  /// The numbers of what is kept, the oldest first.
  var sequences: [UInt64] { places.map(\.sequence) }

  var isEmpty: Bool { places.isEmpty }

  var count: Int { places.count }

  /// The oldest from this number on; nil where there is none.
  func first(from sequence: UInt64) -> UInt64? {
    places.first { $0.sequence >= sequence }?.sequence
  }

  /// What is kept under a number; nil where it is there no more, or damaged.
  func record(_ sequence: UInt64) -> RingRecord? {
    guard let place = places.first(where: { $0.sequence == sequence }),
      let record = RingRecord(Self.bytes(descriptor, place.offset, place.count)), record.sequence == sequence
    else { return nil }
    return record
  }

  // MARK: What changes it

  /// Keeps an event.
  ///
  /// - Returns: Its number, and how many of the oldest had to go for it.
  /// - Throws: `SystemError` where it can't be written, or is larger than the file.
  func append(topic: String, payload: [UInt8]) throws(SystemError) -> (sequence: UInt64, lost: Int) {
    let bytes = RingRecord(sequence: next, topic: topic, payload: payload).bytes
    guard bytes.count <= capacity - Self.start, topic.utf8.count + payload.count < RingRecord.longestBody else {
      throw SystemError(code: EMSGSIZE)
    }
    var lost = 0
    if end + bytes.count > capacity {
      // What lies behind is the oldest; it must not come back when the file is read again.
      lost += try forget(from: end, to: capacity)
      end = Self.start
    }
    lost += try forget(from: end, to: end + bytes.count)
    try write(bytes, at: end)
    places.append(Place(sequence: next, offset: end, count: bytes.count))
    end += bytes.count
    next += 1
    return (next - 1, lost)
  }

  /// Takes out all up to a number.
  func remove(through sequence: UInt64) throws(SystemError) {
    guard sequence > taken else { return }
    places.removeFirst(places.prefix { $0.sequence <= sequence }.count)
    taken = sequence
    generation += 1
    let slot = RingRecord.little(generation) + RingRecord.little(taken)
    try write(slot + RingRecord.little(Checksum.of(slot)), at: Self.slots[Int(generation % 2)])
  }

  /// Has the disk take what was written.
  func synchronize() {
    guard isDirty else { return }
    isDirty = false
    fdatasync(descriptor)
  }

  /// Lets go of what lies in a part of the file.
  private func forget(from start: Int, to end: Int) throws(SystemError) -> Int {
    var lost = 0
    while let oldest = places.first, oldest.offset < end, oldest.end > start {
      try write([0, 0, 0, 0], at: oldest.offset)
      places.removeFirst()
      lost += 1
    }
    return lost
  }

  private func begin() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(capacity)) == 0 else {
      throw SystemError(code: errno)
    }
    try write(Self.mark, at: 0)
  }

  // MARK: The file

  private func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    isDirty = true
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { rest in
        pwrite(descriptor, rest.baseAddress.map { $0 + done }, rest.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: count == 0 ? EIO : errno) }
      done += count
    }
  }

  private static func bytes(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    return Array(bytes.prefix(max(0, read)))
  }

  /// Finds what is kept, wherever it lies: damage in one place takes nothing from the others.
  private func recover() {
    for slot in Self.slots {
      let bytes = Self.bytes(descriptor, slot, Self.slotCount)
      guard bytes.count == Self.slotCount,
        RingRecord.number(bytes, 16, UInt64.self) == Checksum.of(bytes.prefix(16)),
        RingRecord.number(bytes, 0, UInt64.self) > generation
      else { continue }
      (generation, taken) = (
        RingRecord.number(bytes, 0, UInt64.self), RingRecord.number(bytes, 8, UInt64.self)
      )
    }
    let found = search()
    places = found.filter { $0.sequence > taken }.sorted { $0.sequence < $1.sequence }
    let newest = found.max { $0.sequence < $1.sequence }
    next = max(taken, newest?.sequence ?? 0) + 1
    end = newest?.end ?? Self.start
  }

  /// All whole records.
  private func search() -> [Place] {
    let window = 65_536
    var (found, offset) = ([Place](), Self.start)
    var (bytes, base) = ([UInt8](), 0)
    while offset + RingRecord.headCount <= capacity {
      if offset + RingRecord.headCount > base + bytes.count || offset < base {
        (bytes, base) = (Self.bytes(descriptor, offset, min(window, capacity - offset)), offset)
        if bytes.count < RingRecord.headCount { break }
      }
      if let (count, sequence) = RingRecord.extent(ofHead: bytes[(offset - base)...].prefix(RingRecord.headCount)),
        offset + count <= capacity, RingRecord(Self.bytes(descriptor, offset, count)) != nil
      {
        found.append(Place(sequence: sequence, offset: offset, count: count))
        offset += count
      } else {
        offset += RingRecord.alignment
      }
    }
    return found
  }
}
