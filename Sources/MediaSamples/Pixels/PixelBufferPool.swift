/// A bounded store of equal pixel buffers, which are reused as soon as nobody holds them any more.
///
/// In steady state nothing is allocated: a buffer is found free by its memory having no lease but the pool's.
/// Safe from several threads. Buffers outlive their pool.
public struct PixelBufferPool: Sendable {
  private let memories: MemoryPool

  /// Where the planes of every buffer lie.
  public let layout: PixelLayout

  /// Makes a pool that allocates on demand.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of; default 64, 1 for none.
  ///   - maximumBufferCount: How many buffers are kept, at least 1; default 8.
  ///   - exhaustion: What becomes of those who ask while so many are in use; default ``PoolExhaustion/fails``.
  /// - Throws: ``MediaError`` where the format or the size can't be.
  public init(
    format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64, maximumBufferCount: Int = 8,
    whenExhausted exhaustion: PoolExhaustion = .fails
  ) throws(MediaError) {
    layout = try PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment)
    memories = MemoryPool(
      byteCount: layout.byteCount, capacity: maximumBufferCount, exhaustion: exhaustion,
      subject: "pool of \(format) \(width)×\(height)")
  }

  /// How many buffers are kept.
  public var maximumBufferCount: Int { memories.capacity }

  /// A buffer whose content is undefined.
  ///
  /// - Throws: ``MediaError`` with ``MediaError/Code/poolExhausted`` while all buffers are in use and the pool
  ///   ``PoolExhaustion/fails``, or where there is no memory.
  public func makeBuffer() throws(MediaError) -> PixelBuffer {
    PixelBuffer(memory: try memories.lease(), layout: layout)
  }

  /// As ``makeBuffer()``, but while all buffers are in use, another one is made only where there are fewer than so many.
  ///
  /// - Throws: As ``makeBuffer()``.
  package func makeBuffer(limit: Int) throws(MediaError) -> PixelBuffer {
    PixelBuffer(memory: try memories.lease(limit: limit), layout: layout)
  }

  /// How many buffers ``flush()`` keeps; 0 where nobody asked for that.
  package private(set) var minimumBufferCount = 0

  /// Makes a pool that keeps so many buffers when it is flushed.
  package init(
    format: PixelFormat, width: Int, height: Int, rowAlignment: Int, maximumBufferCount: Int,
    minimumBufferCount: Int
  ) throws(MediaError) {
    try self.init(
      format: format, width: width, height: height, rowAlignment: rowAlignment,
      maximumBufferCount: maximumBufferCount)
    self.minimumBufferCount = max(0, minimumBufferCount)
  }

  /// How many of the buffers that are kept are in use now.
  public var leasedBufferCount: Int { memories.leasedCount }

  /// Gives the memory of buffers that nobody uses back to the system.
  public func flush() { memories.flush(keeping: minimumBufferCount) }
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
