import CoreMedia
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@Suite("Attachments of Core Media buffers")
struct CMAttachmentTests {
  private func sample() throws -> CMSampleBuffer {
    SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 2, height: 2))
  }

  @Test("All copies of a buffer see attachments of any type", arguments: [0, 1] as [CMAttachmentMode])
  func attaching(_ mode: CMAttachmentMode) throws {
    let sample = try sample()
    let same = sample
    CMSetAttachment(sample, key: "exif", value: ["ISO": [100]], attachmentMode: mode)
    var actualMode: CMAttachmentMode = 9
    let value = CMGetAttachment(same, key: "exif", attachmentModeOut: &actualMode) as? [String: [Int]]
    #expect(value == ["ISO": [100]] && actualMode == mode)
    #expect(
      CMCopyDictionaryOfAttachments(allocator: nil, target: same, attachmentMode: mode)?.keys.sorted() == ["exif"])
    #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: same, attachmentMode: 1 - mode) == nil)
    CMRemoveAttachment(same, key: "exif")
    #expect(CMGetAttachment(sample, key: "exif", attachmentModeOut: nil) == nil)
  }

  @Test("OpenCapture's attachments are visible, and can be removed")
  func travelling() throws {
    var sample = try sample()
    sample.bufferAttachments.set(.time(.zero), for: "when", mode: .shouldPropagate)
    sample.bufferAttachments.set(.bytes([1, 2]), for: "bytes", mode: .shouldNotPropagate)
    #expect(sample.attachments["when"]?.value as? CMTime == .zero)
    #expect(sample.attachments["bytes"]?.value as? Data == Data([1, 2]))
    #expect(sample.attachments["when"]?.mode == .shouldPropagate)
    CMRemoveAllAttachments(sample)
    #expect(sample.attachments["when"] == nil && sample.attachments.propagated.isEmpty)
  }

  @Test("The exposure of a frame is read when its EXIF data is requested, and once for all copies")
  func exposure() throws {
    let readings = Locked(0)
    var sample = try sample()
    sample.bufferAttachments.exposureSource = ExposureSource {
      let count = readings.withLock { count in
        count += 1
        return count
      }
      var exposure = PictureExposure()
      exposure.duration = MediaTime(value: Int64(count), timescale: 100)
      exposure.iso = 400
      return exposure
    }
    let other = sample.replacingImage(try PixelBuffer(format: .bgra, width: 4, height: 2))
    let copy = try CMSampleBuffer(copying: other)
    CMSetAttachment(sample, key: "note", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(CMGetAttachment(sample, key: "other", attachmentModeOut: nil) == nil)
    #expect(readings.withLock { $0 } == 0)
    var mode: CMAttachmentMode = 9
    for _ in 0..<2 {
      let exif =
        CMGetAttachment(sample, key: kCGImagePropertyExifDictionary, attachmentModeOut: &mode) as? [String: Any]
      #expect(exif?[kCGImagePropertyExifExposureTime as String] as? Double == 0.01)
      #expect(exif?[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [400])
      #expect(mode == kCMAttachmentMode_ShouldPropagate)
    }
    let all = CMCopyDictionaryOfAttachments(
      allocator: kCFAllocatorDefault, target: copy, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    let exif = all?[kCGImagePropertyExifDictionary as String] as? [String: Any]
    #expect(exif?["ExposureTime"] as? Double == 0.02 && exif?["PixelXDimension"] as? Int == 4)
    #expect(readings.withLock { $0 } == 2)
    CMRemoveAttachment(sample, key: kCGImagePropertyExifDictionary)
    #expect(CMGetAttachment(sample, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil) == nil)
  }

  @Test("A frame of a camera without known exposure has no EXIF data")
  func unknownExposure() throws {
    var sample = try sample()
    sample.bufferAttachments.exposureSource = ExposureSource { PictureExposure() }
    #expect(CMGetAttachment(sample, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil) == nil)
    #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: sample, attachmentMode: 1) == nil)
  }

  @Test("A copy has the propagated attachments, and its own afterwards")
  func copying() throws {
    let sample = try sample()
    CMSetAttachments(sample, attachments: ["a": 1, "b": 2], attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(sample, key: "c", value: 3, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    let copy = try CMSampleBuffer(copying: sample)
    #expect(copy.attachments.propagated.keys.sorted() == ["a", "b"] && copy.attachments.nonPropagated.isEmpty)
    CMRemoveAttachment(copy, key: "a")
    #expect(sample.attachments["a"]?.value as? Int == 1)
    let other = try self.sample()
    CMPropagateAttachments(sample, destination: other)
    #expect(other.attachments.propagated.count == 2)
  }

  @Test(
    "A dropped frame has Core Media's name of its reason", arguments: DroppedFrame.Reason.allCases)
  func droppedFrames(_ reason: DroppedFrame.Reason) {
    let dropped = DroppedFrame(
      reason, timing: SampleTiming(presentationTimeStamp: .zero), sequenceNumber: nil,
      formatDescription: FormatDescription(pixelFormat: .bgra, dimensions: VideoDimensions(width: 2, height: 2)))
    let expected =
      switch reason {
      case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
      case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
      case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
      }
    let sample: CMSampleBuffer = dropped.sampleBuffer
    #expect(sample.attachments[.droppedFrameReason]?.value as? String == expected)
    let key = kCMSampleBufferAttachmentKey_DroppedFrameReason
    #expect(CMGetAttachment(sample, key: key, attachmentModeOut: nil) as? String == expected)
    #expect(!CMSampleBufferDataIsReady(sample) && CMSampleBufferGetNumSamples(sample) == 0)
    #expect(CMSampleBufferMakeDataReady(sample) == kCMSampleBufferError_BufferNotReady)
    CMSetAttachment(sample, key: "note", value: true, attachmentMode: 0)
    #expect(sample.attachments["note"]?.value as? Bool == true)
  }

  @Test("Samples have attachments")
  func sampleAttachments() throws {
    let sample = try sample()
    #expect(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) == nil)
    #expect(CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: true)?.count == 1)
    sample.sampleAttachments[0][.displayImmediately] = true
    let array = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [[CFString: Any]]
    #expect(array?.first?[kCMSampleAttachmentKey_DisplayImmediately] as? Bool == true)
    let first = sample.sampleAttachments.first
    #expect(first?[.displayImmediately] as? Bool == true && first?[.notSync] == nil)
    #expect(first.map { $0.map(\.key) } == [.displayImmediately])
  }

  @Test("Block buffers and pixel buffers have attachments")
  func otherBearers() throws {
    var block: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0,
      dataLength: 4, flags: 0, blockBufferOut: &block)
    let data = try #require(block)
    CMSetAttachment(data, key: "note", value: 1, attachmentMode: 0)
    #expect(data.attachments["note"]?.value as? Int == 1)
    let image = try #require(try sample().imageBuffer)
    CMSetAttachment(image, key: "note", value: 2, attachmentMode: 1)
    #expect(CVBufferCopyAttachment(image, "note", nil) as? Int == 2)
    let bearer: CMAttachmentBearer = image
    #expect(CMGetAttachment(bearer, key: "note", attachmentModeOut: nil) as? Int == 2)
    CMSetAttachment(image, key: "note", value: nil, attachmentMode: 1)
    #expect(!CVBufferHasAttachment(image, "note"))
  }
}
