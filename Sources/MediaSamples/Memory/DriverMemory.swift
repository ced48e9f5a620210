import Synchronization

/// A driver's buffer, which is lent to consumers again and again without anything being allocated.
///
/// The driver keeps it as long as it streams; whether all consumers are done, it asks before it fills it anew. The
/// memory is given back to the system when neither the driver nor a consumer holds it any more.
package final class DriverMemory {
  private var memory: MediaMemory

  /// Takes memory.
  ///
  /// - Parameters:
  ///   - bytes: The memory; not empty.
  ///   - onRelease: Called once, when nobody holds it any more, on whichever thread that happens.
  /// - Throws: ``MediaError`` where there are no bytes.
  package init(
    wrapping bytes: UnsafeMutableRawBufferPointer, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    guard let base = bytes.baseAddress else {
      throw MediaError(.memoryTooSmall, subject: "driver buffer", reason: "it has no bytes")
    }
    memory = MediaMemory(wrapping: bytes, base: base, release: onRelease)
  }

  /// Whether no consumer holds the memory; what was computed from it is then forgotten.
  package func takeBack() -> Bool {
    guard isKnownUniquelyReferenced(&memory) else { return false }
    // The last reader's release and the driver's first store are ordered by the reference count alone.
    atomicMemoryFence(ordering: .acquiring)
    memory.beginNewUse()
    return true
  }

  /// Lends the memory as a picture.
  ///
  /// - Throws: ``MediaError`` where it is too small for the layout.
  package func pixelBuffer(_ layout: PixelLayout) throws(MediaError) -> PixelBuffer {
    guard layout.lastByte <= memory.byteCount else {
      throw MediaError(
        .memoryTooSmall, subject: "\(layout.format) \(layout.width)×\(layout.height)",
        reason: "the pixels need \(layout.lastByte) bytes, the memory has \(memory.byteCount)")
    }
    return PixelBuffer(memory: memory, layout: layout)
  }

  /// Lends `count` bytes from `offset` on, as far as there are so many.
  package func dataBuffer(offset: Int = 0, count: Int) -> DataBuffer {
    DataBuffer(memory: memory, offset: offset, count: count)
  }
}

extension PixelLayout {
  /// Bytes from the start of the memory to the end of the last pixel.
  var lastByte: Int {
    var last = 0
    for plane in planes { last = max(last, plane.offset + plane.byteCount) }
    return last
  }
}
