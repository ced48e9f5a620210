public import CoreAudioTypes
public import CoreVideo
public import OpenCaptureMediaSamples

/// That the samples of a list begin at multiples of 16 bytes.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1 << 0

/// Where the samples of sound lie, and a block buffer that keeps them there.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - bufferListSizeNeededOut: Gets how many bytes the list takes: one buffer, or one a channel that has a plane of its own.
///   - bufferListOut: Gets the list; nil where only its size is asked for.
///   - bufferListSize: How many bytes there are for it.
///   - blockBufferAllocator: Without effect: there is one.
///   - blockBufferMemoryAllocator: Without effect: there is one.
///   - flags: With ``kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment`` the samples are copied where they don't
///     begin so.
///   - blockBufferOut: Gets the block buffer: addresses are right as long as somebody holds it. Needed with a list.
/// - Returns: What was wrong, if anything.
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
  bufferListOut.fill(with: sound)
  blockBufferOut.pointee = sound.data
  return noErr
}

/// Copies frames of sound to where a list says, which has a buffer for each that the samples lie in.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - frameOffset: The first frame.
///   - numFrames: How many.
///   - bufferList: Where to.
/// - Returns: What was wrong, if anything.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard let sound = sbuf.audioBuffer else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  let (first, count) = (Int(frameOffset), Int(numFrames))
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
  /// What is asked of the list of a sample buffer's sound.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// That samples begin at multiples of 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Self(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// Calls `body` with where the samples of sound lie; the list and the addresses must not be used any more afterwards.
  ///
  /// - Throws: What `body` throws, or an `NSError` where there is no sound.
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
      guard let list, let block else { throw coreMediaError(status, "The sample buffer holds no sound") }
      defer { withExtendedLifetime(block) {} }
      return try body(UnsafeMutableAudioBufferListPointer(list), block)
    }
  }

  /// Copies frames of sound to where a list says.
  ///
  /// - Throws: An `NSError` where there is no sound, there aren't as many frames, or the list has no room for them.
  public func copyPCMData(
    fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
  ) throws {
    let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
      self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count), into: bufferList)
    try check(status, "Frames \(range) of \(numSamples) can't be copied there")
  }
}

extension OpenCaptureMediaSamples.AudioBuffer {
  fileprivate func isAligned(to bytes: Int) -> Bool {
    (0..<format.planeCount).allSatisfy { Int(bitPattern: address(ofPlane: $0)) % bytes == 0 }
  }
}

extension UnsafeMutablePointer<AudioBufferList> {
  /// Says where the samples of some sound lie.
  fileprivate func fill(with sound: OpenCaptureMediaSamples.AudioBuffer) {
    let format = sound.format
    let list = UnsafeMutableAudioBufferListPointer(self)
    list.count = format.planeCount
    for index in 0..<format.planeCount {
      list[index] = CoreAudioTypes.AudioBuffer(
        mNumberChannels: UInt32(format.isInterleaved ? format.channelCount : 1),
        mDataByteSize: UInt32(clamping: sound.frameCount * format.bytesPerFrame),
        mData: sound.address(ofPlane: index))
    }
  }
}
