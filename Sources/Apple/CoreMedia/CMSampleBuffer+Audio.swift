public import CoreAudioTypes
public import CoreVideo
public import OpenCaptureMediaSamples

/// Aligns the samples of a list to 16 bytes.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1 << 0

/// Provides the addresses of the samples of sound, and a block buffer that keeps them valid.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - bufferListSizeNeededOut: Receives the size of the list, in bytes. The list has one buffer, or one per
///     channel for sound that is not interleaved.
///   - bufferListOut: Receives the list; nil to request its size only.
///   - bufferListSize: The size of the memory at `bufferListOut`, in bytes.
///   - blockBufferAllocator: Has no effect.
///   - blockBufferMemoryAllocator: Has no effect.
///   - flags: With ``kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment`` samples without this alignment are
///     copied.
///   - blockBufferOut: Receives the block buffer. The addresses are valid while the caller holds it. Required with
///     a list.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?,
  blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  guard var sound = sbuf.audioBuffer else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  let needed = AudioBufferList.sizeInBytes(maximumBuffers: sound.format.planeCount)
  bufferListSizeNeededOut?.pointee = needed
  guard let bufferListOut else { return noErr }
  guard let blockBufferOut else { return kCMSampleBufferError_RequiredParameterMissing }
  guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  if flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0, !sound.isAligned(to: 16) {
    guard let copy = try? sound.copy() else { return kCMSampleBufferError_AllocationFailed }
    sound = copy
  }
  let format = sound.format
  let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
  list.count = format.planeCount
  for index in list.indices {
    list[index] = CoreAudioTypes.AudioBuffer(
      mNumberChannels: UInt32(format.isInterleaved ? format.channelCount : 1),
      mDataByteSize: UInt32(clamping: sound.frameCount * format.bytesPerFrame),
      mData: sound.address(ofPlane: index))
  }
  blockBufferOut.pointee = sound.data
  return noErr
}

/// Copies frames of sound to the buffers of a list.
///
/// The list must have one buffer per plane of the sound.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - frameOffset: The first frame.
///   - numFrames: The number of frames.
///   - bufferList: The destination.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard let sound = sbuf.audioBuffer else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  let first = Int(frameOffset)
  let count = Int(numFrames)
  guard first >= 0, count >= 0, first + count <= sound.frameCount else {
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  let targets = UnsafeMutableAudioBufferListPointer(bufferList)
  let byteCount = count * sound.format.bytesPerFrame
  guard targets.count == sound.format.planeCount else { return kCMSampleBufferError_InvalidMediaFormat }
  guard targets.allSatisfy({ Int($0.mDataByteSize) >= byteCount }) else {
    return kCMSampleBufferError_ArrayTooSmall
  }
  for (index, target) in targets.enumerated() {
    guard let memory = target.mData, let source = sound.address(ofPlane: index) else {
      return kCMSampleBufferError_RequiredParameterMissing
    }
    memory.copyMemory(from: source + first * sound.format.bytesPerFrame, byteCount: byteCount)
    targets[index].mDataByteSize = UInt32(byteCount)
  }
  return noErr
}

extension SampleBuffer {
  /// Options for the list of a sample buffer's sound.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates options from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Aligns the samples to 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Self(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// Calls `body` with the addresses of the samples of sound.
  ///
  /// The list and the addresses are valid during the call only.
  ///
  /// - Throws: The error of `body`, or an `NSError` if the sample buffer holds no sound.
  public func withAudioBufferList<Result>(
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
  ) throws -> Result {
    let byteCount = AudioBufferList.sizeInBytes(maximumBuffers: audioBuffer?.format.planeCount ?? 1)
    return try withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
      let list = memory.baseAddress?.assumingMemoryBound(to: AudioBufferList.self)
      var block: CMBlockBuffer?
      let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: byteCount,
        blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue,
        blockBufferOut: &block)
      guard let list, let block else { throw coreMediaError(status, "The sample buffer contains no sound") }
      defer { withExtendedLifetime(block) {} }
      return try body(UnsafeMutableAudioBufferListPointer(list), block)
    }
  }

  /// Copies frames of sound to the buffers of a list.
  ///
  /// - Throws: An `NSError` if the buffer holds no sound, if the range exceeds the sound, or if the list is too
  ///   small.
  public func copyPCMData(
    fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
  ) throws {
    let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
      self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count), into: bufferList)
    try check(status, "Cannot copy frames \(range) of \(numSamples): wrong range, media type or buffer list")
  }
}

extension OpenCaptureMediaSamples.AudioBuffer {
  fileprivate func isAligned(to bytes: Int) -> Bool {
    (0..<format.planeCount).allSatisfy { Int(bitPattern: address(ofPlane: $0)) % bytes == 0 }
  }
}
