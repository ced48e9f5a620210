import CoreMedia
import OpenCaptureMediaSamples
import Testing

/// Code that imports both modules: members of one name are Core Media's, and OpenCapture's where these don't fit.
@Suite("Core Media beside OpenCapture")
struct BothTests {
  @Test("Members of both are at hand, told apart by what is done with them")
  func members() throws {
    var sample = SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    sample.attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate)
    #expect(sample.attachments["IsDamaged"]?.value as? Bool == true)

    let description: FormatDescription = sample.formatDescription
    #expect(sample.formatDescription?.audioFormat == nil)
    let (dimensions, size): (VideoDimensions, CMVideoDimensions) = (description.dimensions, description.dimensions)
    #expect(dimensions.width == 4 && size.width == 4)
    let (kind, type): (OpenCaptureMediaSamples.MediaType, CMFormatDescription.MediaType) =
      (description.mediaType, description.mediaType)
    #expect(kind == .video && type == .video)
    let code: OpenCaptureMediaSamples.FourCharCode = description.mediaSubType
    #expect(code.rawValue == description.mediaSubType.rawValue)
    #expect(sample.imageBuffer != nil && sample.dataBuffer == nil)
  }

  @Test("What travels with a value is the value's; what is said in place, all see who hold the media")
  func values() throws {
    let sample = SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    let moved = sample.withTiming(SampleTiming(presentationTimeStamp: .zero))
    CMSetAttachment(sample, key: "note", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(moved.attachments["note"]?.value as? Int == 1)
    #expect(moved.presentationTimeStamp.isValid && !sample.presentationTimeStamp.isValid)
  }
}
