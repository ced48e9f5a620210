import OpenCaptureSystem
import Glibc
import Synchronization

/// A block of memory that gives itself back when its last lease ends.
///
/// Unchecked: the bytes are written only while one lease has them to itself (see ``PixelBuffer`` and ``AudioBuffer``).
final class MediaMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// Whether whoever holds the only lease may write: nobody outside reads the bytes.
  let isWritable: Bool
  private let release: (@Sendable () -> Void)?

  /// The luma plane that was computed from these bytes.
  let luma = Locked(LumaCache())

  /// The conversions that were computed from these bytes.
  let conversions = Locked(ConversionCache())

  /// What whoever holds the memory says of it in place; nothing until somebody does, so that nothing is allocated for it.
  private let lazyAccess = AtomicLazyReference<Locked<MemoryAccess>>()

  /// The pool that keeps this memory and its place there.
  private(set) weak var pool: MemoryPool?
  let slot: Int

  private static let hugePageByteCount = 2 << 20

  /// Memory of its own, aligned for vector instructions; its content is undefined.
  init(byteCount: Int, pool: MemoryPool? = nil, slot: Int = 0) throws(MediaError) {
    var pointer: UnsafeMutableRawPointer?
    let isLarge = byteCount >= 2 * Self.hugePageByteCount
    let alignment = isLarge ? Self.hugePageByteCount : 64
    guard posix_memalign(&pointer, alignment, max(byteCount, 1)) == 0, let pointer else {
      throw MediaError(.outOfMemory, subject: "\(byteCount) bytes", reason: "the system gave no memory")
    }
    // A page fault for every 4 KiB costs about as much as decoding a picture into them.
    if isLarge { madvise(pointer, byteCount, MADV_HUGEPAGE) }
    (base, self.byteCount, isWritable, release) = (pointer, byteCount, true, nil)
    (self.pool, self.slot) = (pool, slot)
  }

  /// Somebody else's memory; `release` runs when the last lease ends, on whichever thread that is.
  init(
    wrapping memory: UnsafeMutableRawBufferPointer, base: UnsafeMutableRawPointer, isWritable: Bool = true,
    release: @escaping @Sendable () -> Void
  ) {
    (self.base, byteCount, self.isWritable, self.release) = (base, memory.count, isWritable, release)
    slot = 0
  }

  /// To be called before the bytes change.
  func forgetDerivedPictures() {
    luma.withLock { $0.invalidate() }
    conversions.withLock { $0.invalidate() }
  }

  /// To be called when nobody held the memory any more, and it is lent again.
  func beginNewUse() {
    forgetDerivedPictures()
    // What was attached leaves the lock first: it can be anything.
    _ = accessIfAny?.withLock { access in
      let last = access
      access = MemoryAccess()
      return last
    }
  }

  /// What whoever holds the memory says of it in place.
  var access: Locked<MemoryAccess> { lazyAccess.load() ?? lazyAccess.storeIfNil(Locked(MemoryAccess())) }

  /// As ``access``; nil where nobody said anything yet.
  var accessIfAny: Locked<MemoryAccess>? { lazyAccess.load() }

  deinit {
    if let release { release() } else { free(base) }
  }
}
