import CoreMedia
import Foundation

/// Logs the time, size and rate of each frame.
final class FrameLogger {
  private var previous = CMTime.invalid
  private(set) var lines: [String] = []
  private(set) var droppedFrames: [String: Int] = [:]

  func log(_ sampleBuffer: CMSampleBuffer) {
    guard CMSampleBufferIsValid(sampleBuffer), CMSampleBufferDataIsReady(sampleBuffer) else { return }
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    let interval = CMTIME_IS_VALID(previous) ? CMTimeSubtract(time, previous) : .zero
    previous = time

    guard let description = CMSampleBufferGetFormatDescription(sampleBuffer) else { return }
    let dimensions = CMVideoFormatDescriptionGetDimensions(description)
    let rate = interval > .zero ? 1 / CMTimeGetSeconds(interval) : 0
    lines.append(
      String(
        format: "%.3f s: %d x %d, %.1f fps", CMTimeGetSeconds(time), Int(dimensions.width), Int(dimensions.height),
        rate))
  }

  func logDrop(_ sampleBuffer: CMSampleBuffer) {
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    guard let text = reason as? String else { return }
    switch text as CFString {
    case kCMSampleBufferDroppedFrameReason_FrameWasLate: droppedFrames["late", default: 0] += 1
    case kCMSampleBufferDroppedFrameReason_OutOfBuffers: droppedFrames["out of buffers", default: 0] += 1
    case kCMSampleBufferDroppedFrameReason_Discontinuity: droppedFrames["discontinuity", default: 0] += 1
    default: droppedFrames["?", default: 0] += 1
    }
  }

  /// Returns the reason with OpenCapture's Swift overlay.
  static func reason(_ sampleBuffer: CMSampleBuffer) -> String? {
    sampleBuffer.attachments[.droppedFrameReason]?.value as? String
  }
}
