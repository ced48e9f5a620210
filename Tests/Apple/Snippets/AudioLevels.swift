import CoreMedia
import Foundation

/// Returns the root mean square of each channel; full scale is 1.
func audioLevels(of sampleBuffer: CMSampleBuffer) -> [Float]? {
  guard let formatDescription = CMSampleBufferGetFormatDescription(sampleBuffer),
    let streamDescription = CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)
  else { return nil }
  let asbd = streamDescription.pointee
  guard asbd.mFormatID == kAudioFormatLinearPCM else { return nil }

  var listSize = 0
  CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    sampleBuffer, bufferListSizeNeededOut: &listSize, bufferListOut: nil, bufferListSize: 0,
    blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil)
  let list = AudioBufferList.allocate(maximumBuffers: Int(asbd.mChannelsPerFrame))
  defer { free(list.unsafeMutablePointer) }
  var blockBuffer: CMBlockBuffer?
  let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer, bufferListSize: listSize,
    blockBufferAllocator: kCFAllocatorDefault, blockBufferMemoryAllocator: kCFAllocatorDefault,
    flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &blockBuffer)
  guard status == noErr else { return nil }

  let isFloat = asbd.mFormatFlags & kAudioFormatFlagIsFloat != 0
  return list.flatMap { buffer -> [Float] in
    let samples: [Float]
    if isFloat {
      let count = Int(buffer.mDataByteSize) / MemoryLayout<Float>.size
      samples =
        buffer.mData.map { data in
          Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count))
        } ?? []
    } else {
      let count = Int(buffer.mDataByteSize) / MemoryLayout<Int16>.size
      samples =
        buffer.mData.map { data in
          UnsafeBufferPointer(start: data.assumingMemoryBound(to: Int16.self), count: count).map {
            Float($0) / 32_768
          }
        } ?? []
    }
    let channels = Int(buffer.mNumberChannels)
    return (0..<channels).map { channel in
      let ofChannel = stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
      return (ofChannel.reduce(0) { $0 + $1 * $1 } / Float(max(1, ofChannel.count))).squareRoot()
    }
  }
}

/// Returns the peak of the first channel, with a list for one buffer on the stack.
func peak(of sampleBuffer: CMSampleBuffer) -> Int16? {
  var audioBufferList = AudioBufferList(
    mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 0, mDataByteSize: 0, mData: nil))
  var blockBuffer: CMBlockBuffer?
  let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &audioBufferList,
    bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
    flags: 0, blockBufferOut: &blockBuffer)
  guard status == noErr, let data = audioBufferList.mBuffers.mData else { return nil }
  let count = Int(audioBufferList.mBuffers.mDataByteSize) / 2
  return withExtendedLifetime(blockBuffer) {
    UnsafeBufferPointer(start: data.assumingMemoryBound(to: Int16.self), count: count).map { abs($0) }.max()
  }
}
