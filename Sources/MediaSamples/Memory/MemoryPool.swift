import OpenCaptureSystem
import Synchronization

/// A bounded store of equal blocks of memory, which are lent again as soon as nobody holds them any more.
///
/// A block is found free by its having no lease but the pool's. Safe from several threads.
final class MemoryPool: Sendable {
  private let byteCount: Int
  /// How many blocks can be in use at once.
  let capacity: Int
  private let exhaustion: PoolExhaustion
  /// What errors call the pool.
  private let subject: String
  private let blocks = Locked<[MediaMemory?]>([])

  init(byteCount: Int, capacity: Int, exhaustion: PoolExhaustion, subject: String) {
    (self.byteCount, self.capacity) = (byteCount, max(1, capacity))
    (self.exhaustion, self.subject) = (exhaustion, subject)
  }

  /// A block that nobody else holds; its content is undefined.
  ///
  /// - Throws: ``MediaError`` while all are in use, where that fails, or where there is no memory.
  func lease() throws(MediaError) -> MediaMemory {
    let free = blocks.withLock { blocks -> MediaMemory? in
      for index in blocks.indices where isKnownUniquelyReferenced(&blocks[index]) { return blocks[index] }
      return nil
    }
    if let free {
      // The last reader's release and this writer's first store are ordered by the reference count alone.
      atomicMemoryFence(ordering: .acquiring)
      free.forgetDerivedPictures()
      return free
    }
    return try blocks.withLock { (blocks) throws(MediaError) in
      guard blocks.count < capacity else {
        if exhaustion == .allocates { return try MediaMemory(byteCount: byteCount) }
        throw MediaError(.poolExhausted, subject: subject, reason: "all \(capacity) buffers are in use")
      }
      let block = try MediaMemory(byteCount: byteCount, pool: self, slot: blocks.count)
      blocks.append(block)
      return block
    }
  }

  /// How many blocks are in use now.
  var leasedCount: Int {
    blocks.withLock { blocks in
      blocks.indices.count { !isKnownUniquelyReferenced(&blocks[$0]) }
    }
  }

  /// Whether nobody but the caller and this pool holds `block`: looked up while the pool lets go of it.
  fileprivate func isOnlyLease(_ block: inout MediaMemory) -> Bool {
    blocks.withLock { blocks in
      blocks[block.slot] = nil
      defer { blocks[block.slot] = block }
      return isKnownUniquelyReferenced(&block)
    }
  }
}

extension MediaMemory {
  /// Whether this is the only lease on the memory, its pool's aside, and it may be written to.
  static func isWritable(_ memory: inout MediaMemory) -> Bool {
    guard memory.isWritable else { return false }
    guard let pool = memory.pool else { return isKnownUniquelyReferenced(&memory) }
    return pool.isOnlyLease(&memory)
  }
}
