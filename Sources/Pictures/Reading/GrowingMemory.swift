import Glibc
package import OpenCaptureMediaSamples

/// Bytes that come in until there are no more.
package struct GrowingMemory: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  private var capacity: Int
  package var count = 0

  package init(capacity: Int) {
    self.capacity = capacity
    base = malloc(capacity)
  }

  /// Where the next bytes go, never nowhere; nil where there is no memory.
  package mutating func space() -> UnsafeMutableRawBufferPointer? {
    if count == capacity {
      guard let grown = realloc(base, capacity * 2) else { return nil }
      (base, capacity) = (grown, capacity * 2)
    }
    return base.map { UnsafeMutableRawBufferPointer(start: $0 + count, count: capacity - count) }
  }

  /// The bytes; this memory is theirs then.
  package consuming func take(name: String) throws(PictureError) -> DataBuffer {
    // Where it was doubled, half may be empty.
    if count < capacity / 2, let smaller = realloc(base, max(count, 1)) { base = smaller }
    let address = UInt(bitPattern: base)
    do throws(MediaError) {
      let data = try DataBuffer(wrapping: UnsafeMutableRawBufferPointer(start: base, count: count)) {
        free(UnsafeMutableRawPointer(bitPattern: address))
      }
      base = nil
      return data
    } catch {
      throw PictureError(error, subject: name)
    }
  }

  deinit { free(base) }
}
