import CAllocationCounter
import CoreMedia
import OpenCaptureMediaSamples
import Testing

@Suite("Cost of processing a frame")
struct SteadyCostTests {
  /// The work of a delegate on a frame.
  private func look(at sampleBuffer: CMSampleBuffer) -> Int {
    guard CMSampleBufferIsValid(sampleBuffer), CMSampleBufferDataIsReady(sampleBuffer),
      let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer),
      let description = CMSampleBufferGetFormatDescription(sampleBuffer)
    else { return 0 }
    let time = CMTimeAdd(
      CMSampleBufferGetPresentationTimeStamp(sampleBuffer), CMSampleBufferGetDuration(sampleBuffer))
    let width = CMVideoFormatDescriptionGetDimensions(description).width
    guard CMTIME_IS_VALID(time), sampleBuffer.imageBuffer != nil, sampleBuffer.formatDescription != nil,
      CMGetAttachment(sampleBuffer, key: "nothing", attachmentModeOut: nil) == nil
    else { return 0 }
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return 0 }
    return Int(base.load(as: UInt8.self)) + Int(width) + CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
  }

  /// The work of a delegate on sound.
  private func listen(to sampleBuffer: CMSampleBuffer) -> Int {
    guard let description = CMSampleBufferGetFormatDescription(sampleBuffer),
      let stream = CMAudioFormatDescriptionGetStreamBasicDescription(description)
    else { return 0 }
    var list = AudioBufferList()
    var block: CMBlockBuffer?
    let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
      sampleBuffer, bufferListSizeNeededOut: nil, bufferListOut: &list,
      bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil,
      blockBufferMemoryAllocator: nil,
      flags: 0, blockBufferOut: &block)
    return status == noErr ? Int(stream.pointee.mChannelsPerFrame) + Int(list.mBuffers.mDataByteSize) : 0
  }

  private func allocations(of body: () -> Int) -> UInt {
    _ = (body(), body())
    let before = allocation_count()
    let isRight = body() > 0
    let count = allocation_count() - before
    #expect(isRight)
    return count
  }

  @Test(
    "Processing frames and sound allocates no memory",
    .enabled(if: allocation_counter_works(), "sanitizers replace the heap"))
  func frames() throws {
    let picture = SampleBuffer(
      pixelBuffer: try PixelBuffer(format: .nv12, width: 64, height: 48),
      timing: SampleTiming(presentationTimeStamp: .zero, duration: CMTime(value: 1, timescale: 30)))
    #expect(allocations { look(at: picture) } == 0)
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8_000, channels: 2, interleaved: true)
    let sound = SampleBuffer(
      audioBuffer: try OpenCaptureMediaSamples.AudioBuffer.silence(format: format, frameCount: 64))
    #expect(allocations { listen(to: sound) } == 0)
  }

  @Test(
    "Creating a sample buffer of an image allocates at most one object, its shared state",
    .enabled(if: allocation_counter_works(), "sanitizers replace the heap"))
  func making() throws {
    let image = try PixelBuffer(format: .nv12, width: 64, height: 48)
    let description = try CMVideoFormatDescription(imageBuffer: image)
    var timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
    let count = allocations {
      var sample: CMSampleBuffer?
      CMSampleBufferCreateReadyWithImageBuffer(
        allocator: nil, imageBuffer: image, formatDescription: description, sampleTiming: &timing,
        sampleBufferOut: &sample)
      return sample?.numSamples ?? 0
    }
    #expect(count <= 1)
  }
}
