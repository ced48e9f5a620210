public import OpenCaptureSystem

/// A set of pixel buffer pools for changing formats and sizes; keeps the most recently used ones.
///
/// For work whose pictures can change from frame to frame. With a fixed format and size, a ``PixelBufferPool``
/// suffices. In steady state nothing is allocated.
public struct PixelBufferPools: Lockable, Sendable {
  private struct Entry: Sendable {
    let pool: PixelBufferPool
    let rowAlignment: Int
    /// The number of the call that last used the pool.
    var lastCall: UInt64

    func fits(_ format: PixelFormat, _ dimensions: VideoDimensions, _ rowAlignment: Int) -> Bool {
      let layout = pool.layout
      return layout.format == format && layout.width == dimensions.width && layout.height == dimensions.height
        && self.rowAlignment == rowAlignment
    }
  }

  /// The largest number of pools.
  public let poolCount: Int
  private let maximumBufferCount: Int
  private let exhaustion: PoolExhaustion
  private var entries: [Entry] = []
  private var callCount: UInt64 = 0

  /// Makes an empty set.
  ///
  /// - Parameters:
  ///   - poolCount: The largest number of pools, one per format and size, at least 1. Default: 1.
  ///   - maximumBufferCount: The number of buffers in a pool, at least 1. Default: 8.
  ///   - exhaustion: The behavior when all buffers of a pool are in use. Default: ``PoolExhaustion/fails``.
  public init(poolCount: Int = 1, maximumBufferCount: Int = 8, whenExhausted exhaustion: PoolExhaustion = .fails) {
    self.poolCount = max(1, poolCount)
    self.maximumBufferCount = maximumBufferCount
    self.exhaustion = exhaustion
  }

  /// Returns the pool of such buffers, or a new one that replaces the least recently used pool.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - dimensions: The width and height in pixels.
  ///   - rowAlignment: The row length is a multiple of this number of bytes; 1 means no padding. Default: 64.
  /// - Throws: ``MediaError`` if the format is unsupported or the size is out of range.
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

  /// Returns a buffer with undefined content.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - dimensions: The width and height in pixels.
  ///   - rowAlignment: The row length is a multiple of this number of bytes; 1 means no padding. Default: 64.
  /// - Throws: ``MediaError`` if the format is unsupported, the size is out of range, memory runs out, or all
  ///   buffers are in use and the pool ``PoolExhaustion/fails``.
  public mutating func makeBuffer(
    format: PixelFormat, dimensions: VideoDimensions, rowAlignment: Int = 64
  ) throws(MediaError) -> PixelBuffer {
    try pool(format: format, dimensions: dimensions, rowAlignment: rowAlignment).makeBuffer()
  }
}
