import Glibc
import OpenCaptureSystem

/// A ring buffer of events in a file of fixed size, which survives restarts and power failures.
///
/// The newest events overwrite the oldest. Damaged or incomplete records are skipped; the others remain readable.
/// The boundary of removed events is stored alternately in two slots, so that one of them is always valid. Events
/// removed in the last second before a power failure can reappear; readers recognize them by session and sequence.
/// For use by one thread.
final class EventRing {
  private struct Location {
    let sequence: UInt64
    let offset: Int
    let count: Int

    var end: Int { offset + count }
  }

  private static let signature = Array("OCRING1\n".utf8)
  private static let slots = [64, 128]
  private static let slotCount = 24
  /// The offset of the first record, in bytes.
  static let start = 192
  /// The minimum size of the file, in bytes.
  static let minimumFileCapacity = 65_536

  private let descriptor: Int32
  /// The size of the file, in bytes.
  let capacity: Int
  private var places: [Location] = []
  private var next: UInt64 = 1
  private var end = start
  private var removedThrough: UInt64 = 0
  private var generation: UInt64 = 0
  private var isDirty = false

  /// Opens or creates the file, which no other process may use; an existing file keeps its size.
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
      Int(status.st_size) >= Self.minimumFileCapacity
      && Self.bytes(descriptor, 0, Self.signature.count) == Self.signature
    self.capacity = isRing ? Int(status.st_size) : max(capacity, Self.minimumFileCapacity)
    if isRing {
      recover()
    } else {
      guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, off_t(self.capacity)) == 0 else {
        throw SystemError(code: errno)
      }
      try write(Self.signature, at: 0)
    }
  }

  deinit {
    // A process that another thread is starting shares the lock until it executes its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  // MARK: Content

  /// The sequence numbers of stored events, oldest first.
  var sequences: [UInt64] { places.map(\.sequence) }

  var isEmpty: Bool { places.isEmpty }

  var count: Int { places.count }

  /// Returns the first stored sequence number that is not less than the given one; nil for none.
  func first(from sequence: UInt64) -> UInt64? { places.first { $0.sequence >= sequence }?.sequence }

  /// Returns the record of a sequence number; nil if removed or damaged.
  func record(_ sequence: UInt64) -> RingRecord? {
    guard let place = places.first(where: { $0.sequence == sequence }),
      let record = RingRecord(Self.bytes(descriptor, place.offset, place.count)), record.sequence == sequence
    else { return nil }
    return record
  }

  // MARK: Changes

  /// Stores an event; returns its sequence number and the number of overwritten events.
  func append(topic: String, payload: [UInt8]) throws(SystemError) -> (sequence: UInt64, lost: Int) {
    let bytes = RingRecord(sequence: next, topic: topic, payload: payload).bytes
    guard bytes.count <= capacity - Self.start, topic.utf8.count + payload.count < RingRecord.maximumBodyLength
    else { throw SystemError(code: EMSGSIZE) }
    var lost = 0
    if end + bytes.count > capacity {
      // Records behind the end are the oldest; erasing them keeps them from reappearing after the next start.
      lost += try erase(from: end, to: capacity)
      end = Self.start
    }
    lost += try erase(from: end, to: end + bytes.count)
    try write(bytes, at: end)
    places.append(Location(sequence: next, offset: end, count: bytes.count))
    end += bytes.count
    next += 1
    return (next - 1, lost)
  }

  func remove(through sequence: UInt64) throws(SystemError) {
    guard sequence > removedThrough else { return }
    places.removeFirst(places.prefix { $0.sequence <= sequence }.count)
    removedThrough = sequence
    generation += 1
    let slot = generation.littleEndianBytes + removedThrough.littleEndianBytes
    try write(slot + Checksum.of(slot).littleEndianBytes, at: Self.slots[Int(generation % 2)])
  }

  /// Writes cached changes to the disk.
  func synchronize() {
    guard isDirty else { return }
    isDirty = false
    fdatasync(descriptor)
  }

  /// Erases the records that overlap a part of the file, and returns their number.
  private func erase(from start: Int, to end: Int) throws(SystemError) -> Int {
    var lost = 0
    while let oldest = places.first, oldest.offset < end, oldest.end > start {
      try write([0, 0, 0, 0], at: oldest.offset)
      places.removeFirst()
      lost += 1
    }
    return lost
  }

  // MARK: File access

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

  /// Reads all records of the file; damage in one place does not affect the others.
  private func recover() {
    for slot in Self.slots {
      let bytes = Self.bytes(descriptor, slot, Self.slotCount)
      guard bytes.count == Self.slotCount,
        RingRecord.number(bytes, 16, UInt64.self) == Checksum.of(bytes.prefix(16)),
        RingRecord.number(bytes, 0, UInt64.self) > generation
      else { continue }
      generation = RingRecord.number(bytes, 0, UInt64.self)
      removedThrough = RingRecord.number(bytes, 8, UInt64.self)
    }
    let found = search()
    places = found.filter { $0.sequence > removedThrough }.sorted { $0.sequence < $1.sequence }
    let newest = found.max { $0.sequence < $1.sequence }
    next = max(removedThrough, newest?.sequence ?? 0) + 1
    end = newest?.end ?? Self.start
  }

  /// Returns the positions of all valid records.
  private func search() -> [Location] {
    let window = 65_536
    var found: [Location] = []
    var offset = Self.start
    var bytes: [UInt8] = []
    var base = 0
    while offset + RingRecord.recordHeaderSize <= capacity {
      if offset + RingRecord.recordHeaderSize > base + bytes.count || offset < base {
        bytes = Self.bytes(descriptor, offset, min(window, capacity - offset))
        base = offset
        if bytes.count < RingRecord.recordHeaderSize { break }
      }
      let head = bytes[(offset - base)...].prefix(RingRecord.recordHeaderSize)
      if let (count, sequence) = RingRecord.extent(ofHead: head), offset + count <= capacity,
        RingRecord(Self.bytes(descriptor, offset, count)) != nil
      {
        found.append(Location(sequence: sequence, offset: offset, count: count))
        offset += count
      } else {
        offset += RingRecord.alignment
      }
    }
    return found
  }
}
