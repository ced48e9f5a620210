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
  /// - Parameter limit: How many blocks there may be for this one to be made, where none is free; default ``capacity``.
  /// - Throws: ``MediaError`` while all are in use, where that fails, or where there is no memory.
  func lease(limit: Int = .max) throws(MediaError) -> MediaMemory {
    let free = blocks.withLock { blocks -> MediaMemory? in
      for index in blocks.indices where isKnownUniquelyReferenced(&blocks[index]) { return blocks[index] }
      return nil
    }
    if let free {
      // The last reader's release and this writer's first store are ordered by the reference count alone.
      atomicMemoryFence(ordering: .acquiring)
      free.beginNewUse()
      return free
    }
    return try blocks.withLock { (blocks) throws(MediaError) in
      let capacity = min(capacity, limit)
      guard blocks.count(where: { $0 != nil }) < capacity else {
        if exhaustion == .allocates { return try MediaMemory(byteCount: byteCount) }
        throw MediaError(.poolExhausted, subject: subject, reason: "all \(capacity) buffers are in use")
      }
      let slot = blocks.firstIndex { $0 == nil } ?? blocks.count
      let block = try MediaMemory(byteCount: byteCount, pool: self, slot: slot)
      if slot == blocks.count { blocks.append(block) } else { blocks[slot] = block }
      return block
    }
  }

  /// Gives blocks that nobody holds back to the system, as long as more than so many are kept.
  func flush(keeping count: Int) {
    let freed = blocks.withLock { blocks in
      var freed: [MediaMemory] = []
      var kept = blocks.count { $0 != nil }
      for index in blocks.indices where kept > count && isKnownUniquelyReferenced(&blocks[index]) {
        if let block = blocks[index] { freed.append(block) }
        blocks[index] = nil
        kept -= 1
      }
      return freed
    }
    // They leave the lock first: what was attached to them can be anything.
    withExtendedLifetime(freed) {}
  }

  /// How many blocks are in use now.
  var leasedCount: Int {
    blocks.withLock { blocks in
      blocks.indices.count { blocks[$0] != nil && !isKnownUniquelyReferenced(&blocks[$0]) }
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
