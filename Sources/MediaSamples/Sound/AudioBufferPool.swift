/// A bounded store of equal buffers of sound, which are reused as soon as nobody holds them any more.
///
/// In steady state nothing is allocated: a buffer is found free by its memory having no lease but the pool's.
/// Safe from several threads. Buffers outlive their pool.
public struct AudioBufferPool: Sendable {
  private let memories: MemoryPool
  private let layout: AudioMemoryLayout

  /// Makes a pool that allocates on demand.
  ///
  /// - Parameters:
  ///   - format: How the samples are stored.
  ///   - frameCapacity: How many frames a buffer has room for, 1 to 2³⁰.
  ///   - maximumBufferCount: How many buffers are kept, at least 1; default 8.
  ///   - exhaustion: What becomes of those who ask while so many are in use; default ``PoolExhaustion/fails``.
  /// - Throws: ``MediaError`` where there can't be such buffers.
  public init(
    format: AudioFormat, frameCapacity: Int, maximumBufferCount: Int = 8,
    whenExhausted exhaustion: PoolExhaustion = .fails
  ) throws(MediaError) {
    layout = try AudioMemoryLayout(format: format, frameCapacity: frameCapacity)
    memories = MemoryPool(
      byteCount: layout.byteCount, capacity: maximumBufferCount, exhaustion: exhaustion,
      subject: "pool of \(frameCapacity) frames of \(format)")
  }

  /// How the samples of every buffer are stored.
  public var format: AudioFormat { layout.format }

  /// How many frames every buffer has room for.
  public var frameCapacity: Int { layout.frameCapacity }

  /// How many buffers are kept.
  public var maximumBufferCount: Int { memories.capacity }

  /// A buffer that holds no frames yet.
  ///
  /// - Throws: ``MediaError`` with ``MediaError/Code/poolExhausted`` while all buffers are in use and the pool
  ///   ``PoolExhaustion/fails``, or where there is no memory.
  public func makeBuffer() throws(MediaError) -> AudioBuffer {
    AudioBuffer(memory: try memories.lease(), layout: layout, frames: 0..<0, capacity: frameCapacity)
  }

  /// How many of the buffers that are kept are in use now.
  public var leasedBufferCount: Int { memories.leasedCount }
}
