import Glibc
package import OpenCaptureFlow
package import OpenCaptureMediaSamples

/// The mapped buffers of a driver, each held by the driver or by a consumer.
package struct LeasedBuffers {
  /// One mapped buffer.
  private struct Slot {
    let memory: DriverMemory
    /// Whether the memory becomes invalid when the buffer is removed, so that pictures must be copied.
    let isBorrowed: Bool
    /// Whether the driver does not own the buffer, so that a consumer may hold it.
    var isLent = false
  }

  /// The buffers by their index; nil for an index without a buffer.
  private var slots: [Slot?] = []
  private var lentCount = 0
  /// The buffers for copies, which have the layout of the first one.
  private var spares: PixelBufferPool?

  /// The number of buffers.
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  /// Adds a buffer.
  ///
  /// - Parameters:
  ///   - bytes: The memory, mapped with `mmap`. The last holder unmaps it, unless it is borrowed.
  ///   - index: The index of the buffer.
  ///   - isBorrowed: Whether the memory belongs to the driver and is valid until the buffer is removed. Default: false.
  package mutating func add(
    _ bytes: UnsafeMutableRawBufferPointer, at index: Int, isBorrowed: Bool = false
  ) throws(MediaError) {
    nonisolated(unsafe) let bytes = bytes
    let memory = try DriverMemory(wrapping: bytes) { if !isBorrowed { munmap(bytes.baseAddress, bytes.count) } }
    while slots.count <= index { slots.append(nil) }
    slots[index] = Slot(memory: memory, isBorrowed: isBorrowed)
    count += 1
  }

  /// Removes a buffer; its memory stays readable while a consumer holds it.
  package mutating func remove(at index: Int) {
    guard let slot = slot(at: index) else { return }
    slots[index] = nil
    count -= 1
    lentCount -= slot.isLent ? 1 : 0
  }

  /// Removes all buffers; their memory stays readable while a consumer holds it.
  package mutating func removeAll() {
    slots = []
    count = 0
    lentCount = 0
  }

  private func slot(at index: Int) -> Slot? { slots.indices.contains(index) ? slots[index] : nil }

  /// Returns whether a buffer has the index.
  package func contains(_ index: Int) -> Bool { slot(at: index) != nil }

  /// Returns whether a buffer can be lent, so that at least `reserve` others remain with the driver.
  package func canLend(_ index: Int, reserving reserve: Int) -> Bool {
    slot(at: index)?.isBorrowed == false && count - lentCount - 1 >= max(1, reserve)
  }

  /// Records that a consumer may hold a buffer.
  package mutating func lend(_ index: Int) {
    guard slot(at: index)?.isLent == false else { return }
    slots[index]?.isLent = true
    lentCount += 1
  }

  /// Returns to the driver all buffers that no consumer holds any more.
  package mutating func reclaim(_ queue: (Int) throws(CaptureError) -> Void) throws(CaptureError) {
    guard lentCount > 0 else { return }
    for index in slots.indices {
      guard let slot = slots[index], slot.isLent, slot.memory.reclaimIfUnused() else { continue }
      slots[index]?.isLent = false
      lentCount -= 1
      try queue(index)
    }
  }

  /// Returns the picture in a buffer, or a copy of it; nil if no memory for a copy is free.
  package mutating func image(
    _ index: Int, _ layout: PixelLayout, copies: Bool
  ) throws(MediaError) -> PixelBuffer? {
    guard let leased = try slot(at: index)?.memory.pixelBuffer(layout) else { return nil }
    guard copies else { return leased }
    if spares == nil { spares = try PixelBufferPool(copying: layout, maximumBufferCount: 4) }
    return try spares?.copy(of: leased)
  }

  /// Returns the bytes in a buffer, or a copy of them; nil if the buffer does not exist.
  package func data(_ index: Int, offset: Int, count: Int, copies: Bool) throws(MediaError) -> DataBuffer? {
    guard let lent = slot(at: index)?.memory.dataBuffer(offset: offset, count: count) else { return nil }
    return copies ? try lent.withBytes { bytes throws(MediaError) in try DataBuffer(copying: bytes) } : lent
  }
}
