/// A bounded pool of equal sound buffers, which are reused as soon as their last lease ends.
///
/// In steady state nothing is allocated. Safe to use from several threads. Buffers can outlive their pool.
public struct AudioBufferPool: Sendable {
  private let memories: MemoryPool
  private let layout: AudioMemoryLayout

  /// Makes a pool that allocates on demand.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - frameCapacity: The largest number of frames in a buffer, 1 to 2³⁰.
  ///   - maximumBufferCount: The number of buffers in the pool, at least 1. Default: 8.
  ///   - exhaustion: The behavior when all buffers are in use. Default: ``PoolExhaustion/fails``.
  /// - Throws: ``MediaError`` if the capacity is out of range.
  public init(
    format: AudioFormat, frameCapacity: Int, maximumBufferCount: Int = 8,
    whenExhausted exhaustion: PoolExhaustion = .fails
  ) throws(MediaError) {
    layout = try AudioMemoryLayout(format: format, frameCapacity: frameCapacity)
    memories = MemoryPool(
      byteCount: layout.byteCount, capacity: maximumBufferCount, exhaustion: exhaustion,
      subject: "pool of \(frameCapacity) frames of \(format)")
  }

  /// The format of the samples in every buffer.
  public var format: AudioFormat { layout.format }

  /// The largest number of frames in a buffer.
  public var frameCapacity: Int { layout.frameCapacity }

  /// The largest number of buffers in the pool.
  public var maximumBufferCount: Int { memories.capacity }

  /// Returns an empty buffer.
  ///
  /// - Throws: ``MediaError`` with `MediaError.Code.poolExhausted` if all buffers are in use and the pool
  ///   ``PoolExhaustion/fails``, or another code if memory runs out.
  public func makeBuffer() throws(MediaError) -> AudioBuffer {
    AudioBuffer(memory: try memories.lease(), layout: layout, frames: 0..<0, capacity: frameCapacity)
  }

  /// The number of the pool's buffers in use.
  public var leasedBufferCount: Int { memories.leasedCount }
}
