/// Where the samples of some channels lie.
///
/// It owns nothing: whoever gave it says how long the samples are there.
public struct AudioBuffer: @unchecked Sendable {
  /// How many channels lie side by side in it.
  public var mNumberChannels: UInt32
  /// How many bytes there are.
  public var mDataByteSize: UInt32
  /// Where they begin; nil where there are none yet.
  public var mData: UnsafeMutableRawPointer?

  /// Makes one that has nothing.
  public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

  /// Makes one for these bytes.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    (self.mNumberChannels, self.mDataByteSize, self.mData) = (mNumberChannels, mDataByteSize, mData)
  }
}

/// A list of ``AudioBuffer``s in memory: one of them in the structure, the others behind it.
///
/// ``UnsafeMutableAudioBufferListPointer`` goes through all.
public struct AudioBufferList: Sendable {
  /// How many there are.
  public var mNumberBuffers: UInt32
  /// The first.
  public var mBuffers: AudioBuffer

  /// Makes a list of none.
  public init() { self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }

  /// Makes a list of one, or the beginning of a longer one.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    (self.mNumberBuffers, self.mBuffers) = (mNumberBuffers, mBuffers)
  }

  /// How many bytes a list of so many takes, at least 1.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    MemoryLayout<AudioBufferList>.size + (max(1, maximumBuffers) - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list of so many empty ones, for the caller to `free`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let byteCount = sizeInBytes(maximumBuffers: maximumBuffers)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    list.count = max(1, maximumBuffers)
    return list
  }
}

/// The ``AudioBuffer``s of an ``AudioBufferList``.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection, @unchecked Sendable {
  /// The list.
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// The list.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  /// Goes through a list.
  public init(_ list: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = list }

  /// Goes through a list, if there is one.
  public init?(_ list: UnsafeMutablePointer<AudioBufferList>?) {
    guard let list else { return nil }
    unsafeMutablePointer = list
  }

  /// How many there are.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
  }

  /// The first's place, 0.
  public var startIndex: Int { 0 }

  /// The place behind the last.
  public var endIndex: Int { count }

  /// The one at a place.
  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(indices.contains(index), "a list of audio buffers has as many as it counts")
      return buffers[index]
    }
    nonmutating set {
      precondition(indices.contains(index), "a list of audio buffers has as many as it counts")
      buffers[index] = newValue
    }
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    // What lies behind the count, aligned as in the structure.
    let offset = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
    return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
  }
}
