import OpenCapture
import Testing

@Suite("Attachment keys under one import")
struct AttachmentKeyTests {
  // Compiles only while each key is declared once.
  @Test("Each attachment key has a unique name")
  func keys() {
    let keys: [Attachments.Key] = [.isDamaged, .droppedFrameReason, .droppedFrameCount]
    #expect(Set(keys).count == keys.count)
    #expect(keys.map(\.rawValue) == ["IsDamaged", "DroppedFrameReason", "DroppedFrameCount"])
  }

  @Test("The attachments of a dropped frame contain the reason and the count")
  func dropped() throws {
    let format = FormatDescription(pixelFormat: .nv12, dimensions: VideoDimensions(width: 2, height: 2))
    let frame = DroppedFrame(
      .discontinuity, timing: SampleTiming(), sequenceNumber: 7, formatDescription: format, count: 3)
    #expect(frame.sampleBuffer.bufferAttachments[.droppedFrameReason] == .string("Discontinuity"))
    #expect(frame.sampleBuffer.bufferAttachments[.droppedFrameCount] == .integer(3))
    #expect(frame.sampleBuffer.bufferAttachments[.isDamaged] == nil)
  }
}
