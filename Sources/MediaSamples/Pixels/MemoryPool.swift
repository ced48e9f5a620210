import OpenCaptureSystem
import Synchronization

/// A bounded pool of equal memory blocks, which are reused as soon as their last lease ends.
///
/// A block is free if the pool holds the only reference to it. Safe to use from several threads.
final class MemoryPool: Sendable {
  private let byteCount: Int
  /// The largest number of blocks in use at once.
  let capacity: Int
  private let exhaustion: PoolExhaustion
  /// The pool's name in errors.
  private let subject: String
  private let blocks = Locked<[MediaMemory?]>([])

  init(byteCount: Int, capacity: Int, exhaustion: PoolExhaustion, subject: String) {
    self.byteCount = byteCount
    self.capacity = max(1, capacity)
    self.exhaustion = exhaustion
    self.subject = subject
  }

  /// Returns a block without other holders; its content is undefined.
  ///
  /// - Parameter limit: The number of existing blocks from which on no further block is made, up to ``capacity``.
  func lease(limit: Int = .max) throws(MediaError) -> MediaMemory {
    let free = blocks.withLock { blocks -> MediaMemory? in
      for index in blocks.indices where isKnownUniquelyReferenced(&blocks[index]) { return blocks[index] }
      return nil
    }
    if let free {
      // Only the reference count orders the last reader's release before this writer's first store.
      atomicMemoryFence(ordering: .acquiring)
      free.resetForReuse()
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

  /// Returns unused blocks to the system until only `count` blocks are left.
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
    // Attachments can run any code when they are released, so that happens outside the lock.
    withExtendedLifetime(freed) {}
  }

  /// The number of blocks in use.
  var leasedCount: Int {
    blocks.withLock { blocks in
      blocks.indices.count { blocks[$0] != nil && !isKnownUniquelyReferenced(&blocks[$0]) }
    }
  }

  /// Returns whether only the caller and this pool hold `block`; drops the pool's reference during the check.
  fileprivate func isOnlyLease(_ block: inout MediaMemory) -> Bool {
    blocks.withLock { blocks in
      blocks[block.slot] = nil
      defer { blocks[block.slot] = block }
      return isKnownUniquelyReferenced(&block)
    }
  }
}

extension MediaMemory {
  /// Returns whether this is the only lease on writable memory, not counting the pool's reference.
  static func isWritable(_ memory: inout MediaMemory) -> Bool {
    guard memory.isWritable else { return false }
    guard let pool = memory.pool else { return isKnownUniquelyReferenced(&memory) }
    return pool.isOnlyLease(&memory)
  }
}

/// A pool's behavior when a buffer is requested while all are in use.
public enum PoolExhaustion: Sendable, Hashable, CaseIterable {
  /// The pool throws `MediaError.Code.poolExhausted`, which bounds the memory.
  case fails
  /// The pool allocates a buffer that does not return to the pool.
  case allocates
}
