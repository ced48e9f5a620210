import AVFoundation

/// A delegate that is slower than the camera and records the reasons of dropped frames.
final class SlowReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let dropCount: Int
  private let done: AsyncStream<Void>.Continuation
  private let end: AsyncStream<Void>
  private(set) var frameCount = 0
  private(set) var reasons: [String] = []

  /// Makes a reader that waits for the given number of dropped frames.
  init(dropCount: Int) {
    self.dropCount = dropCount
    (end, done) = AsyncStream.makeStream(of: Void.self)
  }

  /// Waits until the given number of frames were dropped.
  func wait() async { for await _ in end { return } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    frameCount += 1
    // Stands for the work of a program.
    Thread.sleep(forTimeInterval: 0.1)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    // Before the first frame, a busy system drops frames, not this delegate.
    guard frameCount > 0, reasons.count < dropCount else { return }
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    let names = [
      kCMSampleBufferDroppedFrameReason_FrameWasLate as String: "late",
      kCMSampleBufferDroppedFrameReason_OutOfBuffers as String: "out of buffers",
      kCMSampleBufferDroppedFrameReason_Discontinuity as String: "discontinuity",
    ]
    reasons.append((reason as? String).flatMap { names[$0] } ?? "unknown reason")
    if reasons.count == dropCount { done.finish() }
  }
}
