import CoreMedia
import OpenCaptureMediaSamples
import Testing

@Suite("CMSampleBuffer")
struct CMSampleBufferTests {
  private let time = CMTime(value: 7, timescale: 30)

  private func picture(_ format: PixelFormat = .nv12) throws -> CMSampleBuffer {
    SampleBuffer(
      pixelBuffer: try PixelBuffer(format: format, width: 8, height: 4), colorMatrix: .bt709,
      timing: SampleTiming(presentationTimeStamp: time, duration: CMTime(value: 1, timescale: 30)))
  }

  private func compressed() throws -> CMSampleBuffer {
    let data = ([1, 2, 3] as [UInt8]).withUnsafeBytes { try? DataBuffer(copying: $0.bytes) }
    return SampleBuffer(
      data: try #require(data),
      format: FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 8, height: 4)),
      decoder: NoDecoder())
  }

  @Test("Functions and properties of an image sample agree")
  func aPicture() throws {
    let sample = try picture()
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == time && sample.presentationTimeStamp == time)
    #expect(CMSampleBufferGetDuration(sample) == CMTime(value: 1, timescale: 30))
    #expect(!CMSampleBufferGetDecodeTimeStamp(sample).isValid)
    #expect(CMSampleBufferGetNumSamples(sample) == 1 && CMSampleBufferGetTotalSampleSize(sample) == 0)
    #expect(CMSampleBufferIsValid(sample) && CMSampleBufferDataIsReady(sample) && sample.dataReadiness == .ready)
    #expect(CMSampleBufferGetDataBuffer(sample) == nil)
    let image = try #require(CMSampleBufferGetImageBuffer(sample))
    #expect(CVPixelBufferGetWidth(image) == 8)
    guard let description = sample.formatDescription else { throw Missing() }
    #expect(description.dimensions.width == 8 && description.mediaType == .video)
    #expect(
      CVBufferCopyAttachment(image, kCVImageBufferYCbCrMatrixKey, nil) as? String
        == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(CMVideoFormatDescriptionMatchesImageBuffer(description, imageBuffer: image))
  }

  @Test("Compressed data is a block buffer without an image")
  func compressedData() throws {
    let sample = try compressed()
    #expect(sample.imageBuffer == nil && CMSampleBufferGetDataBuffer(sample)?.dataLength == 3)
    #expect(CMSampleBufferGetSampleSize(sample, at: 0) == 3 && CMSampleBufferGetSampleSize(sample, at: 1) == 0)
    var needed = 0
    var size = 0
    #expect(
      CMSampleBufferGetSampleSizeArray(sample, entryCount: 1, arrayToFill: &size, entriesNeededOut: &needed)
        == noErr)
    #expect((needed, size) == (1, 3))
  }

  @Test("No copy of an invalid sample buffer provides media; a new sample buffer is unaffected")
  func invalidating() throws {
    let sample = try picture()
    let same = sample
    let copy = try CMSampleBuffer(copying: sample)
    #expect(CMSampleBufferInvalidate(sample) == noErr)
    #expect(!same.isValid && CMSampleBufferGetImageBuffer(same) == nil)
    #expect(CMSampleBufferInvalidate(same) == kCMSampleBufferError_Invalidated)
    #expect(copy.isValid && copy.imageBuffer != nil)
    #expect(throws: (any Error).self) { try CMSampleBuffer(copying: sample) }
    #expect(throws: (any Error).self) { try sample.invalidate() }
  }

  @Test("New times create another sample buffer of the same media")
  func retiming() throws {
    let sample = try picture()
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: CMTime(value: -1, timescale: 30))
    let moved = try CMSampleBuffer(copying: sample, withNewTiming: [timing])
    #expect(moved.presentationTimeStamp == .zero && moved.decodeTimeStamp == timing.decodeTimeStamp)
    #expect(
      moved.imageBuffer.flatMap(CVPixelBufferGetBaseAddress)
        == sample.imageBuffer.flatMap(CVPixelBufferGetBaseAddress))
    CMSetAttachment(moved, key: "note", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(CMGetAttachment(sample, key: "note", attachmentModeOut: nil) == nil)
    #expect(throws: (any Error).self) { try CMSampleBuffer(copying: sample, withNewTiming: [timing, timing]) }
  }

  @Test("The output time applies to all copies, and the output decode time follows")
  func outputTimes() throws {
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: CMTime(value: 5, timescale: 30))
    let sample = try CMSampleBuffer(copying: try picture(), withNewTiming: [timing])
    #expect(CMSampleBufferGetOutputPresentationTimeStamp(sample) == time)
    CMSampleBufferSetOutputPresentationTimeStamp(sample, newValue: CMTime(value: 9, timescale: 30))
    let same = sample
    #expect(
      same.outputPresentationTimeStamp == CMTime(value: 9, timescale: 30) && same.presentationTimeStamp == time)
    #expect(CMSampleBufferGetOutputDecodeTimeStamp(same) == CMTime(value: 7, timescale: 30))
  }

  @Test("A description that does not match the image is rejected")
  func wrongDescription() throws {
    let image = try PixelBuffer(format: .bgra, width: 8, height: 4)
    let wrong = FormatDescription(pixelFormat: .nv12, dimensions: image.dimensions)
    var sample: CMSampleBuffer?
    var timing = CMSampleTimingInfo.invalid
    let status = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: nil, imageBuffer: image, formatDescription: wrong, sampleTiming: &timing, sampleBufferOut: &sample)
    #expect(status == kCMSampleBufferError_InvalidMediaFormat && sample == nil)
    let error = #expect(throws: NSError.self) {
      try CMSampleBuffer(imageBuffer: image, formatDescription: wrong, sampleTiming: timing)
    }
    #expect(error?.code == Int(kCMSampleBufferError_InvalidMediaFormat))
    let right = try CMVideoFormatDescription(imageBuffer: image)
    #expect(
      CMSampleBufferCreateForImageBuffer(
        allocator: nil, imageBuffer: image, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: right, sampleTiming: &timing, sampleBufferOut: &sample) == noErr)
    #expect(sample?.imageBuffer != nil)
  }

  private struct Missing: Error {}

  private struct NoDecoder: ImageDecoder {
    func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { throw Missing() }
    func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer { throw Missing() }
  }
}
