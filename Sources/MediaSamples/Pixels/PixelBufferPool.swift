/// A bounded pool of equal pixel buffers, which are reused as soon as their last lease ends.
///
/// In steady state nothing is allocated. Safe to use from several threads. Buffers can outlive their pool.
public struct PixelBufferPool: Sendable {
  private let memories: MemoryPool

  /// The positions of the planes in every buffer.
  public let layout: PixelLayout

  /// Makes a pool that allocates on demand.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - rowAlignment: The row length is a multiple of this number of bytes; 1 means no padding. Default: 64.
  ///   - maximumBufferCount: The number of buffers in the pool, at least 1. Default: 8.
  ///   - exhaustion: The behavior when all buffers are in use. Default: ``PoolExhaustion/fails``.
  /// - Throws: ``MediaError`` if the format is unsupported or the size is out of range.
  public init(
    format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64, maximumBufferCount: Int = 8,
    whenExhausted exhaustion: PoolExhaustion = .fails
  ) throws(MediaError) {
    layout = try PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment)
    memories = MemoryPool(
      byteCount: layout.byteCount, capacity: maximumBufferCount, exhaustion: exhaustion,
      subject: "pool of \(format) \(width)×\(height)")
  }

  /// The largest number of buffers in the pool.
  public var maximumBufferCount: Int { memories.capacity }

  /// Returns a buffer with undefined content.
  ///
  /// - Throws: ``MediaError`` with `MediaError.Code.poolExhausted` if all buffers are in use and the pool
  ///   ``PoolExhaustion/fails``, or another code if memory runs out.
  public func makeBuffer() throws(MediaError) -> PixelBuffer {
    PixelBuffer(memory: try memories.lease(), layout: layout)
  }

  /// Returns a buffer like ``makeBuffer()``, but allocates only while the pool has fewer than `limit` buffers.
  package func makeBuffer(limit: Int) throws(MediaError) -> PixelBuffer {
    PixelBuffer(memory: try memories.lease(limit: limit), layout: layout)
  }

  /// The number of buffers that ``flush()`` keeps (default: 0).
  package private(set) var minimumBufferCount = 0

  /// Makes a pool that keeps a minimum number of buffers when it is flushed.
  package init(
    format: PixelFormat, width: Int, height: Int, rowAlignment: Int, maximumBufferCount: Int,
    minimumBufferCount: Int
  ) throws(MediaError) {
    try self.init(
      format: format, width: width, height: height, rowAlignment: rowAlignment,
      maximumBufferCount: maximumBufferCount)
    self.minimumBufferCount = max(0, minimumBufferCount)
  }

  /// The number of the pool's buffers in use.
  public var leasedBufferCount: Int { memories.leasedCount }

  /// Returns the memory of unused buffers to the system.
  public func flush() { memories.flush(keeping: minimumBufferCount) }
}

extension PixelBufferPool {
  /// Makes a pool for copies of pictures with this layout's format and size.
  package init(copying layout: PixelLayout, maximumBufferCount: Int) throws(MediaError) {
    try self.init(
      format: layout.format, width: layout.width, height: layout.height, maximumBufferCount: maximumBufferCount)
  }

  /// Returns a copy of a picture of the pool's format and size; nil while all buffers are in use.
  package func copy(of picture: PixelBuffer) throws(MediaError) -> PixelBuffer? {
    guard leasedBufferCount < maximumBufferCount else { return nil }
    let copy = try makeBuffer()
    picture.copyRows(to: copy)
    return copy
  }
}
