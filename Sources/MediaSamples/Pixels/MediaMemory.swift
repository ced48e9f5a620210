import Glibc
import OpenCaptureSystem
import Synchronization

/// A block of memory that is released when its last lease ends.
///
/// Unchecked: only the holder of the sole lease writes to the bytes (see ``PixelBuffer`` and ``AudioBuffer``).
final class MediaMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// Whether the holder of the sole lease may write; false if outside code reads the bytes.
  let isWritable: Bool
  private let release: (@Sendable () -> Void)?

  /// The luma plane computed from these bytes.
  let luma = Locked(LumaCache())

  /// The conversions computed from these bytes.
  let conversions = Locked(ConversionCache())

  /// The memory's access state, allocated on first use.
  private let lazyAccess = AtomicLazyReference<Locked<MemoryAccess>>()

  /// The pool that owns this memory, in which it occupies `slot`.
  private(set) weak var pool: MemoryPool?
  let slot: Int

  private static let hugePageByteCount = 2 << 20

  /// Allocates memory aligned for vector instructions; its content is undefined.
  init(byteCount: Int, pool: MemoryPool? = nil, slot: Int = 0) throws(MediaError) {
    var pointer: UnsafeMutableRawPointer?
    let isLarge = byteCount >= 2 * Self.hugePageByteCount
    let alignment = isLarge ? Self.hugePageByteCount : 64
    guard posix_memalign(&pointer, alignment, max(byteCount, 1)) == 0, let pointer else {
      throw MediaError(.outOfMemory, subject: "\(byteCount) bytes", reason: "the system has no memory left")
    }
    // A page fault per 4 KiB costs about as much as decoding a picture into that memory.
    if isLarge { madvise(pointer, byteCount, MADV_HUGEPAGE) }
    base = pointer
    self.byteCount = byteCount
    isWritable = true
    release = nil
    self.pool = pool
    self.slot = slot
  }

  /// Wraps memory of another owner; `release` runs once, on any thread, when the last lease ends.
  init(
    wrapping memory: UnsafeMutableRawBufferPointer, base: UnsafeMutableRawPointer, isWritable: Bool = true,
    release: @escaping @Sendable () -> Void
  ) {
    self.base = base
    byteCount = memory.count
    self.isWritable = isWritable
    self.release = release
    slot = 0
  }

  /// Discards the pictures computed from the bytes; must be called before the bytes change.
  func invalidateDerivedPictures() {
    luma.withLock { $0.invalidate() }
    conversions.withLock { $0.invalidate() }
  }

  /// Resets the memory before it is lent again; no lease may exist.
  func resetForReuse() {
    invalidateDerivedPictures()
    // Attachments can run any code when they are released, so that happens outside the lock.
    _ = existingAccess?.withLock { access in
      let last = access
      access = MemoryAccess()
      return last
    }
  }

  /// The memory's access state, shared by all holders.
  var access: Locked<MemoryAccess> { lazyAccess.load() ?? lazyAccess.storeIfNil(Locked(MemoryAccess())) }

  /// The same as ``access``; nil if the state was never used.
  var existingAccess: Locked<MemoryAccess>? { lazyAccess.load() }

  deinit {
    if let release { release() } else { free(base) }
  }
}

/// The access state and attachments of a memory, shared by all holders until the memory is lent again.
///
/// For modules in which buffers are objects; this module's own buffers are values and do not use it.
package struct MemoryAccess: Lockable {
  /// The number of unfinished read accesses by address.
  package var readers = 0
  /// The number of unfinished write accesses by address.
  package var writers = 0
  /// Whether the memory was written by address.
  package var wasWritten = false
  /// The color matrix, if the picture's sample buffer declares one.
  package var colorMatrix: ColorMatrix?
  package var attachments = SharedAttachments()
  /// The state of the sample buffer that came with the memory.
  package var sample: SharedSampleState?
}
