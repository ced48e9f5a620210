import OpenCapture
import Testing

@Suite("Attachment keys under one import")
struct AttachmentKeyTests {
  // Compiles only while each of them is declared once.
  @Test("Every key has one meaning and a name of its own")
  func keys() {
    let keys: [Attachments.Key] = [.isDamaged, .droppedFrameReason, .droppedFrameCount]
    #expect(Set(keys).count == keys.count)
    #expect(keys.map(\.rawValue) == ["IsDamaged", "DroppedFrameReason", "DroppedFrameCount"])
  }

  @Test("A frame that was dropped says under them why, and how many")
  func dropped() throws {
    let format = FormatDescription(pixelFormat: .nv12, dimensions: VideoDimensions(width: 2, height: 2))
    let frame = DroppedFrame(
      .discontinuity, timing: SampleTiming(), sequenceNumber: 7, formatDescription: format, count: 3)
    #expect(frame.sampleBuffer.attachments[.droppedFrameReason] == .string("Discontinuity"))
    #expect(frame.sampleBuffer.attachments[.droppedFrameCount] == .integer(3))
    #expect(frame.sampleBuffer.attachments[.isDamaged] == nil)
  }
}
