/// A lease on memory of uncompressed sound; the memory is released with the last copy of the lease
/// (`AVAudioPCMBuffer`).
///
/// The memory belongs to the buffer, an ``AudioBufferPool`` or the caller. Copies of a buffer share the memory, and
/// access to it is scoped. A buffer is a value: other copies never see a change. A buffer that shares its memory is
/// copied before it is written to; ``isUniquelyOwned()`` returns true if no copy is needed. Several threads may
/// read at once.
public struct AudioBuffer: Sendable {
  var memory: MediaMemory
  private let layout: AudioMemoryLayout
  /// The index of the first frame in the memory's planes.
  private let firstFrame: Int

  /// The number of frames in the buffer.
  public private(set) var frameCount: Int

  /// The largest number of frames; for a part of a buffer, the number of its frames.
  public let frameCapacity: Int

  init(memory: MediaMemory, layout: AudioMemoryLayout, frames: Range<Int>, capacity: Int) {
    self.memory = memory
    self.layout = layout
    firstFrame = frames.lowerBound
    frameCount = frames.count
    frameCapacity = capacity
  }

  /// Allocates an empty buffer.
  ///
  /// - Parameters:
  ///   - format: The format of the samples.
  ///   - frameCapacity: The largest number of frames, 1 to 2³⁰.
  /// - Throws: ``MediaError`` if the number is out of range or memory runs out.
  public init(format: AudioFormat, frameCapacity: Int) throws(MediaError) {
    let layout = try AudioMemoryLayout(format: format, frameCapacity: frameCapacity)
    self.init(
      memory: try MediaMemory(byteCount: layout.byteCount), layout: layout, frames: 0..<0, capacity: frameCapacity)
  }

  /// Wraps memory of the caller without copying it.
  ///
  /// - Parameters:
  ///   - memory: The samples, which must stay valid and unchanged until `onRelease` is called.
  ///   - format: The format of the samples.
  ///   - frameCount: The number of frames, 1 to 2³⁰.
  ///   - bytesPerPlane: The bytes from the first sample of one channel to that of the next, for planar sound.
  ///     Default: adjacent planes.
  ///   - isWritable: Whether the memory may be written to. If false, because other code reads it, writing to the
  ///     buffer makes a copy. Default: true.
  ///   - onRelease: Called once, on any thread, when the last lease ends. Not called if the initializer throws.
  /// - Throws: ``MediaError`` if the memory is too small or not aligned to samples.
  public init(
    wrapping memory: UnsafeMutableRawBufferPointer, format: AudioFormat, frameCount: Int, bytesPerPlane: Int? = nil,
    isWritable: Bool = true, onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    let layout = try AudioMemoryLayout(format: format, frameCapacity: frameCount, bytesPerPlane: bytesPerPlane)
    guard let base = memory.baseAddress, memory.count >= layout.byteCount else {
      throw MediaError(
        .memoryTooSmall, subject: "\(frameCount) frames of \(format)",
        reason: "the samples need \(layout.byteCount) bytes, but the memory has \(memory.count)")
    }
    guard Int(bitPattern: base) % format.commonFormat.bytesPerSample == 0 else {
      throw MediaError(
        .invalidFrames, subject: "\(frameCount) frames of \(format)",
        reason: "the memory is not aligned to samples")
    }
    self.init(
      memory: MediaMemory(wrapping: memory, base: base, isWritable: isWritable, release: onRelease), layout: layout,
      frames: 0..<frameCount, capacity: frameCount)
  }

  /// The format of the samples.
  public var format: AudioFormat { layout.format }

  /// The exact duration of the frames.
  public var duration: MediaTime { format.duration(ofFrames: frameCount) }

  /// Changes the number of frames; added frames have undefined content (`frameLength`).
  ///
  /// - Throws: ``MediaError`` if the number exceeds ``frameCapacity``.
  public mutating func setFrameCount(_ count: Int) throws(MediaError) {
    guard (0...frameCapacity).contains(count) else {
      throw MediaError(
        .invalidFrames, subject: "\(count) frames of \(format)", reason: "the capacity is \(frameCapacity) frames")
    }
    frameCount = count
  }

  /// Returns whether this is the only lease on writable memory, so that writing makes no copy.
  public mutating func isUniquelyOwned() -> Bool { MediaMemory.isWritable(&memory) }

  /// Returns the same frames in newly allocated memory of the same capacity.
  ///
  /// - Throws: ``MediaError`` if memory runs out.
  public func copy() throws(MediaError) -> AudioBuffer {
    let room = try AudioBuffer(format: format, frameCapacity: max(1, frameCapacity))
    let copy = AudioBuffer(
      memory: room.memory, layout: room.layout, frames: 0..<frameCount, capacity: frameCapacity)
    copy.overwrite(0, with: self, 0..<frameCount)
    return copy
  }

  /// Returns the frames of a range, as a lease on the same memory.
  ///
  /// - Throws: ``MediaError`` if the range exceeds the buffer.
  public func frames(_ range: Range<Int>) throws(MediaError) -> AudioBuffer {
    try require(range)
    return AudioBuffer(
      memory: memory, layout: layout, frames: firstFrame + range.lowerBound..<firstFrame + range.upperBound,
      capacity: range.count)
  }

  /// Throws if the range exceeds the buffer.
  func require(_ range: Range<Int>) throws(MediaError) {
    guard range.lowerBound >= 0, range.upperBound <= frameCount else {
      throw MediaError(
        .invalidFrames, subject: "frames \(range.lowerBound) up to \(range.upperBound)",
        reason: "the buffer has \(frameCount) frames")
    }
  }

  /// Returns the samples of some frames in a plane, for reading; the caller must keep the memory alive.
  ///
  /// - Precondition: The plane and the frames exist.
  func bytes(ofPlane index: Int, _ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: address(ofPlane: index, range.lowerBound), count: range.count * format.bytesPerFrame)
  }

  /// Returns the address of a frame's sample in a plane; the caller must keep the memory alive.
  ///
  /// - Precondition: The plane exists.
  func address(ofPlane index: Int, _ frame: Int = 0) -> UnsafeMutableRawPointer {
    precondition((0..<format.planeCount).contains(index), "plane out of range")
    return memory.base + (index * layout.bytesPerPlane + (firstFrame + frame) * format.bytesPerFrame)
  }
}
