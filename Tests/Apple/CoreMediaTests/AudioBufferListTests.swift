import CoreAudioTypes
import CoreMedia
import OpenCaptureMediaSamples
import Testing

private typealias Sound = OpenCaptureMediaSamples.AudioBuffer

@Suite("AudioBufferList")
struct AudioBufferListTests {
  /// Two channels of sound: 0, 1, 2 … and the negated values.
  private func sound(interleaved: Bool, frames: Int = 5) throws -> CMSampleBuffer {
    let format = try AudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 2, interleaved: interleaved)
    var sound = try Sound.silence(format: format, frameCount: frames)
    for plane in 0..<format.planeCount {
      try sound.withMutableSamples(Int16.self, plane: plane) { samples in
        for index in 0..<samples.count {
          samples[index] =
            interleaved ? Int16(index / 2) * (index % 2 == 0 ? 1 : -1) : Int16(index) * (plane == 0 ? 1 : -1)
        }
      }
    }
    return SampleBuffer(audioBuffer: sound, presentationTimeStamp: CMTime(value: 1, timescale: 1))
  }

  @Test("The memory layout equals that of C")
  func layout() {
    #expect(MemoryLayout<CoreAudioTypes.AudioBuffer>.size == 16)
    #expect(MemoryLayout<AudioBufferList>.size == 24)
    #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
    #expect(MemoryLayout<CoreAudioTypes.AudioBuffer>.offset(of: \.mData) == 8)
    #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40)
    #expect(MemoryLayout<AudioStreamPacketDescription>.size == 16)
    #expect(AudioBufferList.sizeInBytes(maximumBuffers: 3) == 56)
  }

  @Test("An allocated list has the given number of empty buffers")
  func allocating() {
    let list = AudioBufferList.allocate(maximumBuffers: 3)
    defer { free(list.unsafeMutablePointer) }
    #expect(list.count == 3 && list.allSatisfy { $0.mData == nil && $0.mDataByteSize == 0 })
    list[2].mNumberChannels = 7
    #expect(list.map(\.mNumberChannels) == [0, 0, 7])
  }

  @Test("A list has the addresses of all planes, and the block buffer keeps them valid", arguments: [true, false])
  func list(_ isInterleaved: Bool) throws {
    let sample = try sound(interleaved: isInterleaved)
    let channels = try sample.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, block in
      #expect(list.count == (isInterleaved ? 1 : 2) && block.dataLength > 0)
      #expect(list.allSatisfy { $0.mNumberChannels == (isInterleaved ? 2 : 1) })
      return list.map { buffer in
        let count = Int(buffer.mDataByteSize) / 2
        return buffer.mData.map {
          Array(UnsafeBufferPointer(start: $0.assumingMemoryBound(to: Int16.self), count: count))
        }
      }
    }
    #expect(
      channels
        == (isInterleaved ? [[0, 0, 1, -1, 2, -2, 3, -3, 4, -4]] : [[0, 1, 2, 3, 4], [0, -1, -2, -3, -4]]))
  }

  @Test("A list that is too small or has no block buffer is rejected")
  func mistakes() throws {
    let sample = try sound(interleaved: false)
    var list = AudioBufferList()
    var needed = 0
    var block: CMBlockBuffer?
    func ask(_ size: Int, _ block: UnsafeMutablePointer<CMBlockBuffer?>?) -> OSStatus {
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        sample, bufferListSizeNeededOut: &needed, bufferListOut: &list, bufferListSize: size,
        blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: block)
    }
    #expect(ask(MemoryLayout<AudioBufferList>.size, &block) == kCMSampleBufferError_ArrayTooSmall && needed == 40)
    #expect(ask(40, nil) == kCMSampleBufferError_RequiredParameterMissing && block == nil)
    let picture = SampleBuffer(pixelBuffer: try PixelBuffer(format: .grey, width: 1, height: 1))
    #expect(throws: NSError.self) { try picture.withAudioBufferList { _, _ in } }
  }

  @Test("Unaligned frames are copied if alignment is requested")
  func alignment() throws {
    let part = try sound(interleaved: true, frames: 9).frames(1..<9)
    for (flags, isCopied) in [(SampleBuffer.Flags(), false), (.audioBufferListAssure16ByteAlignment, true)] {
      try part.withAudioBufferList(flags: flags) { list, _ in
        let address = UInt(bitPattern: list[0].mData)
        #expect((address % 16 == 0) == isCopied)
        #expect(list[0].mData?.load(as: Int16.self) == 1)
      }
    }
  }

  @Test("Frames are copied to the buffers of a list")
  func copying() throws {
    let sample = try sound(interleaved: true)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 16)
    defer { memory.deallocate() }
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: CoreAudioTypes.AudioBuffer(mNumberChannels: 2, mDataByteSize: 12, mData: memory))
    try sample.copyPCMData(fromRange: 2..<4, into: &list)
    #expect(list.mBuffers.mDataByteSize == 8)
    #expect((0..<4).map { memory.load(fromByteOffset: $0 * 2, as: Int16.self) } == [2, -2, 3, -3])
    #expect(throws: NSError.self) { try sample.copyPCMData(fromRange: 0..<4, into: &list) }
    #expect(throws: NSError.self) { try sample.copyPCMData(fromRange: 4..<6, into: &list) }
  }

  @Test("Each frame of sound is a sample with a size and times")
  func samples() throws {
    let sample = try sound(interleaved: true)
    #expect(CMSampleBufferGetNumSamples(sample) == 5 && CMSampleBufferGetSampleSize(sample, at: 4) == 4)
    #expect(CMSampleBufferGetTotalSampleSize(sample) == 20 && sample.dataBuffer?.dataLength == 20)
    let timing = try sample.sampleTimingInfo(at: 4)
    #expect(timing.duration == CMTime(value: 1, timescale: 8_000))
    #expect(timing.presentationTimeStamp == CMTime(value: 8_004, timescale: 8_000))
    #expect(throws: NSError.self) { try sample.sampleTimingInfo(at: 5) }
    var part: CMSampleBuffer?
    #expect(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: sample, sampleRange: CFRangeMake(3, 2), sampleBufferOut: &part) == noErr)
    #expect(part?.numSamples == 2 && part?.presentationTimeStamp == CMTime(value: 8_003, timescale: 8_000))
    #expect(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: sample, sampleRange: CFRangeMake(3, 3), sampleBufferOut: &part)
        == kCMSampleBufferError_SampleIndexOutOfRange)
  }

  @Test("Sound is created from a block buffer with enough samples")
  func making() throws {
    let original = try sound(interleaved: true)
    let data = try #require(original.dataBuffer)
    let description = try #require(original.formatDescription)
    var made: CMSampleBuffer?
    func create(_ count: Int) -> OSStatus {
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: data, formatDescription: description, sampleCount: count,
        presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &made)
    }
    #expect(create(4) == noErr && made?.numSamples == 4 && made?.duration == CMTime(value: 4, timescale: 8_000))
    #expect(try made?.dataBuffer?.dataBytes() == data.dataBytes().prefix(16))
    #expect(create(6) == kCMSampleBufferError_InvalidMediaFormat && made == nil)
    var timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 8_000), presentationTimeStamp: CMTime(value: 3, timescale: 1),
      decodeTimeStamp: .invalid)
    func createReady(_ description: CMFormatDescription?, times: Int) -> OSStatus {
      CMSampleBufferCreateReady(
        allocator: nil, dataBuffer: data, formatDescription: description, sampleCount: 5,
        sampleTimingEntryCount: times, sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil,
        sampleBufferOut: &made)
    }
    #expect(createReady(description, times: 1) == noErr)
    #expect(made?.presentationTimeStamp == CMTime(value: 3, timescale: 1) && made?.numSamples == 5)
    #expect(createReady(description, times: 5) == kCMSampleBufferError_InvalidEntryCount && made == nil)
    #expect(createReady(nil, times: 1) == kCMSampleBufferError_RequiredParameterMissing)
    let pictures = try CMVideoFormatDescription(videoCodecType: .h264, width: 8, height: 4)
    #expect(createReady(pictures, times: 1) == kCMSampleBufferError_InvalidMediaTypeForOperation)
  }
}
