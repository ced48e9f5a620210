import OpenCaptureSystem

/// Pools of pixel buffers for one format and size after the other: those that were asked for last are kept.
///
/// For work whose pictures can change from one frame to the next; where format and size are known, a
/// ``PixelBufferPool`` is enough. In steady state nothing is allocated.
public struct PixelBufferPools: Lockable, Sendable {
  private struct Entry: Sendable {
    let pool: PixelBufferPool
    let rowAlignment: Int
    /// When it was asked for last, in calls.
    var lastCall: UInt64

    func fits(_ format: PixelFormat, _ dimensions: VideoDimensions, _ rowAlignment: Int) -> Bool {
      let layout = pool.layout
      return layout.format == format && layout.width == dimensions.width && layout.height == dimensions.height
        && self.rowAlignment == rowAlignment
    }
  }

  /// How many pools are kept.
  public let poolCount: Int
  private let maximumBufferCount: Int
  private let exhaustion: PoolExhaustion
  private var entries: [Entry] = []
  private var callCount: UInt64 = 0

  /// Makes an empty set.
  ///
  /// - Parameters:
  ///   - poolCount: How many pools are kept, each of a format and a size, at least 1; default 1.
  ///   - maximumBufferCount: How many buffers of a pool are kept, at least 1; default 8.
  ///   - exhaustion: What becomes of those who ask while so many are in use; default ``PoolExhaustion/fails``.
  public init(poolCount: Int = 1, maximumBufferCount: Int = 8, whenExhausted exhaustion: PoolExhaustion = .fails) {
    (self.poolCount, self.maximumBufferCount) = (max(1, poolCount), maximumBufferCount)
    self.exhaustion = exhaustion
  }

  /// The pool of these buffers: the one that is kept, or a new one in place of that which wasn't asked for the longest.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - dimensions: Pixels across and down.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of; default 64, 1 for none.
  /// - Throws: ``MediaError`` where the format or the size can't be.
  public mutating func pool(
    format: PixelFormat, dimensions: VideoDimensions, rowAlignment: Int = 64
  ) throws(MediaError) -> PixelBufferPool {
    callCount += 1
    for index in entries.indices where entries[index].fits(format, dimensions, rowAlignment) {
      entries[index].lastCall = callCount
      return entries[index].pool
    }
    let pool = try PixelBufferPool(
      format: format, width: dimensions.width, height: dimensions.height, rowAlignment: rowAlignment,
      maximumBufferCount: maximumBufferCount, whenExhausted: exhaustion)
    let oldest = entries.indices.min { entries[$0].lastCall < entries[$1].lastCall }
    if let oldest, entries.count == poolCount { entries.remove(at: oldest) }
    entries.append(Entry(pool: pool, rowAlignment: rowAlignment, lastCall: callCount))
    return pool
  }

  /// A buffer whose content is undefined.
  ///
  /// - Parameters:
  ///   - format: How the pixels are stored.
  ///   - dimensions: Pixels across and down.
  ///   - rowAlignment: Bytes that each row is padded to a multiple of; default 64, 1 for none.
  /// - Throws: ``MediaError`` where the format or the size can't be, while all buffers are in use and that
  ///   ``PoolExhaustion/fails``, or where there is no memory.
  public mutating func makeBuffer(
    format: PixelFormat, dimensions: VideoDimensions, rowAlignment: Int = 64
  ) throws(MediaError) -> PixelBuffer {
    try pool(format: format, dimensions: dimensions, rowAlignment: rowAlignment).makeBuffer()
  }
}
