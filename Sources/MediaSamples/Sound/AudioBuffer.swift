/// A lease on memory of uncompressed sound; the memory goes back to where it came from with the last copy of the lease
/// (`AVAudioPCMBuffer`).
///
/// The memory is the buffer's own, an ``AudioBufferPool``'s or the caller's. Copying a buffer shares the memory; access
/// to it is scoped. It is a value: writing through one copy is never heard through another, because a buffer that is not
/// the only lease on its memory is copied before it is written to (ask ``isUniquelyOwned()`` where that must not
/// happen). Reading from several threads is safe.
public struct AudioBuffer: Sendable {
  var memory: MediaMemory
  private let layout: AudioMemoryLayout
  /// How far into the memory's planes the first frame lies.
  private let firstFrame: Int

  /// How many frames it holds.
  public private(set) var frameCount: Int

  /// How many frames there is room for; of a part of a buffer, no more than it holds.
  public let frameCapacity: Int

  init(memory: MediaMemory, layout: AudioMemoryLayout, frames: Range<Int>, capacity: Int) {
    (self.memory, self.layout) = (memory, layout)
    (firstFrame, frameCount, frameCapacity) = (frames.lowerBound, frames.count, capacity)
  }

  /// Allocates room for so many frames; it holds none yet.
  ///
  /// - Parameters:
  ///   - format: How the samples are stored.
  ///   - frameCapacity: How many frames there is room for, 1 to 2³⁰.
  /// - Throws: ``MediaError`` where there can't be such a buffer, or there is no memory.
  public init(format: AudioFormat, frameCapacity: Int) throws(MediaError) {
    let layout = try AudioMemoryLayout(format: format, frameCapacity: frameCapacity)
    self.init(
      memory: try MediaMemory(byteCount: layout.byteCount), layout: layout, frames: 0..<0, capacity: frameCapacity)
  }

  /// Wraps memory of the caller's without copying it.
  ///
  /// - Parameters:
  ///   - memory: The samples. They must stay there, unchanged by others, until `onRelease` is called.
  ///   - format: How they are stored.
  ///   - frameCount: How many frames there are, 1 to 2³⁰.
  ///   - bytesPerPlane: Bytes from the first sample of one channel to that of the next, where each has a plane of its
  ///     own; default: planes without anything between them.
  ///   - isWritable: Whether the memory may be written to; default true. False where others read it meanwhile: whoever
  ///     writes to the buffer gets a copy.
  ///   - onRelease: Called once, with the end of the last lease, on whichever thread that happens. Not called if
  ///     the initializer throws.
  /// - Throws: ``MediaError`` where the memory is too small for the frames.
  public init(
    wrapping memory: UnsafeMutableRawBufferPointer, format: AudioFormat, frameCount: Int, bytesPerPlane: Int? = nil,
    isWritable: Bool = true, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    let layout = try AudioMemoryLayout(format: format, frameCapacity: frameCount, bytesPerPlane: bytesPerPlane)
    guard let base = memory.baseAddress, memory.count >= layout.byteCount else {
      throw MediaError(
        .memoryTooSmall, subject: "\(frameCount) frames of \(format)",
        reason: "the samples need \(layout.byteCount) bytes, the memory has \(memory.count)")
    }
    guard Int(bitPattern: base) % format.commonFormat.bytesPerSample == 0 else {
      throw MediaError(
        .invalidFrames, subject: "\(frameCount) frames of \(format)",
        reason: "the memory begins in the middle of a sample")
    }
    self.init(
      memory: MediaMemory(wrapping: memory, base: base, isWritable: isWritable, release: onRelease), layout: layout,
      frames: 0..<frameCount, capacity: frameCount)
  }

  /// How the samples are stored.
  public var format: AudioFormat { layout.format }

  /// How long the frames last, exactly.
  public var duration: MediaTime { format.duration(ofFrames: frameCount) }

  /// Says how many frames the buffer holds; the content of those that are new is undefined (`frameLength`).
  ///
  /// - Throws: ``MediaError`` where there is no room for so many.
  public mutating func setFrameCount(_ count: Int) throws(MediaError) {
    guard (0...frameCapacity).contains(count) else {
      throw MediaError(
        .invalidFrames, subject: "\(count) frames of \(format)", reason: "there is room for \(frameCapacity)")
    }
    frameCount = count
  }

  /// Whether this is the only lease on the memory, and it may be written to, so that writing copies nothing.
  public mutating func isUniquelyOwned() -> Bool { MediaMemory.isWritable(&memory) }

  /// The same frames in memory of their own, with as much room.
  ///
  /// - Throws: ``MediaError`` where there is no memory.
  public func copy() throws(MediaError) -> AudioBuffer {
    let room = try AudioBuffer(format: format, frameCapacity: max(1, frameCapacity))
    let copy = AudioBuffer(
      memory: room.memory, layout: room.layout, frames: 0..<frameCount, capacity: frameCapacity)
    copy.overwrite(0, with: self, 0..<frameCount)
    return copy
  }

  /// The frames of a range, as another lease on the same memory.
  ///
  /// - Throws: ``MediaError`` where the buffer doesn't hold them all.
  public func frames(_ range: Range<Int>) throws(MediaError) -> AudioBuffer {
    try require(range)
    return AudioBuffer(
      memory: memory, layout: layout, frames: firstFrame + range.lowerBound..<firstFrame + range.upperBound,
      capacity: range.count)
  }

  /// Whether the frames of a range are here.
  func require(_ range: Range<Int>) throws(MediaError) {
    guard range.lowerBound >= 0, range.upperBound <= frameCount else {
      throw MediaError(
        .invalidFrames, subject: "frames \(range.lowerBound) up to \(range.upperBound)",
        reason: "the buffer holds \(frameCount)")
    }
  }

  /// The samples of some frames in a plane, for reading; the memory must outlive the use of it.
  ///
  /// - Precondition: There are such a plane and such frames.
  func bytes(ofPlane index: Int, _ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: address(ofPlane: index, range.lowerBound), count: range.count * format.bytesPerFrame)
  }

  /// Where a frame's sample in a plane lies; the memory must outlive the use of it.
  ///
  /// - Precondition: There is such a plane.
  func address(ofPlane index: Int, _ frame: Int = 0) -> UnsafeMutableRawPointer {
    precondition((0..<format.planeCount).contains(index), "sound has the planes that its format counts")
    return memory.base + (index * layout.bytesPerPlane + (firstFrame + frame) * format.bytesPerFrame)
  }
}
