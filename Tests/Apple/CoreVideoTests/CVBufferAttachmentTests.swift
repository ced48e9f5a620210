import CoreVideo
import OpenCaptureMediaSamples
import Testing

@Suite("Attachments of a CVBuffer")
struct CVBufferAttachmentTests {
  private func buffer(_ format: PixelFormat = .nv12) throws -> CVPixelBuffer {
    try PixelBuffer(format: format, width: 4, height: 2)
  }

  @Test("All copies of a buffer see attachments and their modes")
  func sharing() throws {
    let buffer = try buffer()
    let same = buffer
    CVBufferSetAttachment(buffer, "note", "seen", .shouldNotPropagate)
    var mode = CVAttachmentMode.shouldPropagate
    #expect(CVBufferCopyAttachment(same, "note", &mode) as? String == "seen")
    #expect(mode == .shouldNotPropagate)
    #expect(CVBufferHasAttachment(same, "note"))
    CVBufferRemoveAttachment(same, "note")
    #expect(CVBufferCopyAttachment(buffer, "note", nil) == nil)
  }

  @Test("The older function returns a reference to an attachment")
  func reference() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, "note", "seen", .shouldPropagate)
    var mode = CVAttachmentMode.shouldNotPropagate
    let attachment = CVBufferGetAttachment(buffer, "note", &mode)
    #expect(attachment?.takeUnretainedValue() as? String == "seen" && mode == .shouldPropagate)
    #expect(CVBufferGetAttachment(buffer, "other", nil) == nil)
  }

  @Test("An attached color space is returned")
  func colorSpace() throws {
    let buffer = try buffer()
    #expect(CVImageBufferGetColorSpace(buffer) == nil)
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue() === space)
    let attachments = try #require(CVBufferCopyAttachments(buffer, .shouldPropagate))
    #expect(CVImageBufferCreateColorSpaceFromAttachments(attachments)?.takeRetainedValue() === space)
  }

  @Test("Attachments are listed by mode, and propagated")
  func modes() throws {
    let one = try buffer()
    let other = try buffer()
    CVBufferSetAttachments(one, ["a": 1, "b": [1, 2]] as CFDictionary, .shouldPropagate)
    CVBufferSetAttachment(one, "c", true, .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(one, .shouldNotPropagate)?.keys.sorted() == ["c"])
    CVBufferPropagateAttachments(one, other)
    #expect(CVBufferGetAttachments(other, .shouldPropagate)?.keys.sorted() == ["a", "b"])
    #expect(CVBufferCopyAttachment(other, "b", nil) as? [Int] == [1, 2])
    CVBufferRemoveAllAttachments(one)
    #expect(CVBufferCopyAttachments(one, .shouldPropagate) == nil)
  }

  @Test("The known color matrix is an attachment of Y'CbCr images; explicit attachments take precedence")
  func colors() throws {
    let buffer = try buffer()
    let colored = try self.buffer(.bgra)
    #expect(!CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey))
    for picture in [buffer, colored] { picture.access.withLock { $0.colorMatrix = .bt709 } }
    #expect(
      CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
        == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate)?.count == 1)
    #expect(!CVBufferHasAttachment(colored, kCVImageBufferYCbCrMatrixKey))
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
    #expect(
      CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
        == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    CVBufferRemoveAttachment(buffer, kCVImageBufferYCbCrMatrixKey)
    #expect(!CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey))
  }

  @Test("An attached clean aperture is the visible part")
  func cleanAperture() throws {
    let buffer = try buffer()
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 4, height: 2))
    let aperture: [CFString: Any] = [
      kCVImageBufferCleanApertureWidthKey: 2, kCVImageBufferCleanApertureHeightKey: NSNumber(value: 1.0),
      kCVImageBufferCleanApertureHorizontalOffsetKey: 0.5,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 1.5, y: 0.5, width: 2, height: 1))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 2, height: 1))
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 4, height: 2))
  }
}
