import Synchronization

/// A driver's buffer, lent to consumers repeatedly without allocation.
///
/// The driver keeps the buffer while it streams, and calls ``reclaimIfUnused()`` before it fills the buffer again. The
/// memory returns to the system when neither the driver nor a consumer holds it.
package final class DriverMemory {
  private var memory: MediaMemory

  /// Wraps a driver's memory; `onRelease` is called once, on any thread, when the memory has no more holders.
  package init(
    wrapping bytes: UnsafeMutableRawBufferPointer, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    guard let base = bytes.baseAddress else {
      throw MediaError(.memoryTooSmall, subject: "driver buffer", reason: "the buffer is empty")
    }
    memory = MediaMemory(wrapping: bytes, base: base, release: onRelease)
  }

  /// Returns whether no consumer holds the memory; if so, discards the pictures computed from it.
  package func reclaimIfUnused() -> Bool {
    guard isKnownUniquelyReferenced(&memory) else { return false }
    // Only the reference count orders the last reader's release before the driver's first store.
    atomicMemoryFence(ordering: .acquiring)
    memory.resetForReuse()
    return true
  }

  /// Lends the memory as a picture; throws if it is too small for the layout.
  package func pixelBuffer(_ layout: PixelLayout) throws(MediaError) -> PixelBuffer {
    guard layout.requiredByteCount <= memory.byteCount else {
      throw MediaError(
        .memoryTooSmall, subject: "\(layout.format) \(layout.width)×\(layout.height)",
        reason: "the pixels need \(layout.requiredByteCount) bytes, but the memory has \(memory.byteCount)")
    }
    return PixelBuffer(memory: memory, layout: layout)
  }

  /// Lends up to `count` bytes from `offset` on, clamped to the memory.
  package func dataBuffer(offset: Int = 0, count: Int) -> DataBuffer {
    DataBuffer(memory: memory, offset: offset, count: count)
  }
}
