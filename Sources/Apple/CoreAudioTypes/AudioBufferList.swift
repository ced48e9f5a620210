/// A buffer with the samples of one or more channels.
///
/// The structure does not own the memory. The function that provides it documents its lifetime.
public struct AudioBuffer: @unchecked Sendable {
  /// The number of interleaved channels.
  public var mNumberChannels: UInt32
  /// The size of the samples, in bytes.
  public var mDataByteSize: UInt32
  /// The first byte of the samples; nil before memory is assigned.
  public var mData: UnsafeMutableRawPointer?

  /// Creates a buffer for samples in memory; the default is an empty buffer.
  public init(mNumberChannels: UInt32 = 0, mDataByteSize: UInt32 = 0, mData: UnsafeMutableRawPointer? = nil) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }
}

/// A C array of ``AudioBuffer``s: the structure holds the first, and the others follow in memory.
///
/// ``UnsafeMutableAudioBufferListPointer`` gives access to all of them.
public struct AudioBufferList: Sendable {
  /// The number of buffers.
  public var mNumberBuffers: UInt32
  /// The first buffer.
  public var mBuffers: AudioBuffer

  /// Creates a list of one buffer, or the beginning of a longer list; the default is an empty list.
  public init(mNumberBuffers: UInt32 = 0, mBuffers: AudioBuffer = AudioBuffer()) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// Returns the size of a list with the given number of buffers, but at least one, in bytes.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    MemoryLayout<AudioBufferList>.size + (max(1, maximumBuffers) - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list with the given number of empty buffers, which the caller releases with `free`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let byteCount = sizeInBytes(maximumBuffers: maximumBuffers)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    list.count = max(1, maximumBuffers)
    return list
  }
}

/// A collection of the ``AudioBuffer``s in an ``AudioBufferList``.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection, @unchecked Sendable {
  /// The mutable list.
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// The list as an immutable pointer.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  /// Creates a collection of the buffers in a list.
  public init(_ list: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = list }

  /// Creates a collection of the buffers in a list, or nil without a list.
  public init?(_ list: UnsafeMutablePointer<AudioBufferList>?) {
    guard let list else { return nil }
    unsafeMutablePointer = list
  }

  /// The number of buffers.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
  }

  /// The index of the first buffer, 0.
  public var startIndex: Int { 0 }

  /// The index behind the last buffer.
  public var endIndex: Int { count }

  /// The buffer at an index.
  public subscript(index: Int) -> AudioBuffer {
    get { buffer(at: index).pointee }
    nonmutating set { buffer(at: index).pointee = newValue }
  }

  private func buffer(at index: Int) -> UnsafeMutablePointer<AudioBuffer> {
    precondition(indices.contains(index), "index out of range of the audio buffer list")
    // The buffers follow the count, with the alignment that they have in the structure.
    let offset = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
    let first = UnsafeMutableRawPointer(unsafeMutablePointer) + offset
    return first.assumingMemoryBound(to: AudioBuffer.self) + index
  }
}
