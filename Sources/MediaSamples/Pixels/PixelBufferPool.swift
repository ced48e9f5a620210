import OpenCaptureSystem
import Synchronization

/// A bounded store of equal pixel buffers, which are reused as soon as nobody holds them any more.
///
/// In steady state nothing is allocated: a buffer is found free by its memory having no lease but the pool's.
/// Safe from several threads. Buffers outlive their pool.
public struct PixelBufferPool: Sendable {
  private let slots: Slots

  /// Makes a pool that allocates on demand.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of; default 64, 1 for none.
  ///   - maximumBufferCount: How many buffers can be in use at once, at least 1; default 8.
  /// - Throws: ``MediaError`` where the format or the size can't be.
  public init(
    format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64, maximumBufferCount: Int = 8
  ) throws(MediaError) {
    let layout = try PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment)
    slots = Slots(layout: layout, capacity: max(1, maximumBufferCount))
  }

  /// Where the planes of every buffer lie.
  public var layout: PixelLayout { slots.layout }

  /// How many buffers can be in use at once.
  public var maximumBufferCount: Int { slots.capacity }

  /// A buffer whose content is undefined.
  ///
  /// - Throws: ``MediaError`` with ``MediaError/Code/poolExhausted`` while all buffers are in use, or where there
  ///   is no memory.
  public func makeBuffer() throws(MediaError) -> PixelBuffer {
    PixelBuffer(memory: try slots.lease(), layout: layout)
  }

  /// How many buffers are in use now.
  public var leasedBufferCount: Int { slots.leasedCount }
}

extension PixelBufferPool {
  /// The memory of a pool.
  final class Slots: Sendable {
    let layout: PixelLayout
    let capacity: Int
    private let memories = Locked<[MediaMemory?]>([])

    init(layout: PixelLayout, capacity: Int) {
      (self.layout, self.capacity) = (layout, capacity)
    }

    func lease() throws(MediaError) -> MediaMemory {
      let free = memories.withLock { memories -> MediaMemory? in
        for index in memories.indices where isKnownUniquelyReferenced(&memories[index]) { return memories[index] }
        return nil
      }
      if let free {
        // The last reader's release and this writer's first store are ordered by the reference count alone.
        atomicMemoryFence(ordering: .acquiring)
        free.forgetDerivedPictures()
        return free
      }
      return try memories.withLock { (memories) throws(MediaError) in
        guard memories.count < capacity else {
          throw MediaError(
            .poolExhausted, subject: "pool of \(layout.format) \(layout.width)×\(layout.height)",
            reason: "all \(capacity) buffers are in use")
        }
        let memory = try MediaMemory(byteCount: layout.byteCount, pool: self, slot: memories.count)
        memories.append(memory)
        return memory
      }
    }

    var leasedCount: Int {
      memories.withLock { memories in
        memories.indices.count { !isKnownUniquelyReferenced(&memories[$0]) }
      }
    }

    /// Whether nobody but the caller and this pool holds `memory`: looked up while the pool lets go of it.
    func isOnlyLease(_ memory: inout MediaMemory) -> Bool {
      memories.withLock { memories in
        memories[memory.slot] = nil
        defer { memories[memory.slot] = memory }
        return isKnownUniquelyReferenced(&memory)
      }
    }
  }
}

extension PixelBufferPool {
  /// Makes a pool of copies of pictures that are laid out like this, wherever they lie.
  package init(copying layout: PixelLayout, maximumBufferCount: Int) throws(MediaError) {
    try self.init(
      format: layout.format, width: layout.width, height: layout.height, maximumBufferCount: maximumBufferCount)
  }

  /// A copy of a picture of the pool's format and size; nil while all buffers are in use.
  package func copy(of picture: PixelBuffer) throws(MediaError) -> PixelBuffer? {
    guard leasedBufferCount < maximumBufferCount else { return nil }
    let copy = try makeBuffer()
    picture.copyRows(to: copy)
    return copy
  }
}
