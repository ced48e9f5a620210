import AVFoundation

/// Takes longer over each frame than the next one needs to come, and hears of those that were dropped meanwhile.
final class SlowReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let enough: Int
  private let done: AsyncStream<Void>.Continuation
  private let end: AsyncStream<Void>
  private(set) var frameCount = 0
  private(set) var reasons: [String] = []

  /// - Parameter enough: How many frames have to be dropped.
  init(enough: Int) {
    self.enough = enough
    (end, done) = AsyncStream.makeStream(of: Void.self)
  }

  /// Waits until enough frames were dropped.
  func wait() async { for await _ in end { return } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    frameCount += 1
    // What takes so long here is some program's work.
    Thread.sleep(forTimeInterval: 0.1)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    // What was lost before the first came was lost to a busy machine, not to who is slow.
    guard frameCount > 0, reasons.count < enough else { return }
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    let words = [
      kCMSampleBufferDroppedFrameReason_FrameWasLate as String: "late",
      kCMSampleBufferDroppedFrameReason_OutOfBuffers as String: "out of buffers",
      kCMSampleBufferDroppedFrameReason_Discontinuity as String: "discontinuity",
    ]
    reasons.append((reason as? String).flatMap { words[$0] } ?? "for no reason")
    if reasons.count == enough { done.finish() }
  }
}
