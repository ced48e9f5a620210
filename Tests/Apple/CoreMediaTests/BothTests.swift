import CoreMedia
import OpenCaptureMediaSamples
import Testing

/// Code that imports both modules.
///
/// Members with Apple's names are those of Core Media; OpenCapture's have other names.
@Suite("Core Media together with OpenCapture")
struct BothTests {
  @Test("Members of both modules are available, under different names")
  func members() throws {
    var sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    sample.bufferAttachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate)
    #expect(sample.attachments["IsDamaged"]?.value as? Bool == true)

    let description: FormatDescription = sample.format
    #expect(sample.formatDescription?.audioFormat == nil)
    let size: CMVideoDimensions = description.dimensions
    #expect(description.videoDimensions.width == 4 && size.width == 4)
    let type: CMFormatDescription.MediaType = description.mediaType
    #expect(description.type == .video && type == .video)
    #expect(description.fourCharCode.rawValue == description.mediaSubType.rawValue)
    #expect(sample.imageBuffer != nil && sample.dataBuffer == nil)
  }

  @Test("OpenCapture changes one copy; Core Media changes all copies")
  func values() throws {
    let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    let moved = sample.withTiming(SampleTiming(presentationTimeStamp: .zero))
    CMSetAttachment(sample, key: "note", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(moved.attachments["note"]?.value as? Int == 1)
    #expect(moved.presentationTimeStamp.isValid && !sample.presentationTimeStamp.isValid)
  }
}
