import CoreMedia
import OpenCaptureMediaSamples
import Testing

/// Code that imports both modules.
///
/// Members with the same name are those of Core Media, and OpenCapture's if the types differ.
@Suite("Core Media together with OpenCapture")
struct BothTests {
  @Test("Members of both modules are available, distinguished by type")
  func members() throws {
    var sample = SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    sample.attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate)
    #expect(sample.attachments["IsDamaged"]?.value as? Bool == true)

    let description: FormatDescription = sample.formatDescription
    #expect(sample.formatDescription?.audioFormat == nil)
    let dimensions: VideoDimensions = description.dimensions
    let size: CMVideoDimensions = description.dimensions
    #expect(dimensions.width == 4 && size.width == 4)
    let kind: OpenCaptureMediaSamples.MediaType = description.mediaType
    let type: CMFormatDescription.MediaType = description.mediaType
    #expect(kind == .video && type == .video)
    let code: OpenCaptureMediaSamples.FourCharCode = description.mediaSubType
    #expect(code.rawValue == description.mediaSubType.rawValue)
    #expect(sample.imageBuffer != nil && sample.dataBuffer == nil)
  }

  @Test("OpenCapture changes one copy; Core Media changes all copies")
  func values() throws {
    let sample = SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    let moved = sample.withTiming(SampleTiming(presentationTimeStamp: .zero))
    CMSetAttachment(sample, key: "note", value: 1, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(moved.attachments["note"]?.value as? Int == 1)
    #expect(moved.presentationTimeStamp.isValid && !sample.presentationTimeStamp.isValid)
  }
}
