import AVFoundation

/// A delegate that passes frames to a closure, and counts and explains dropped frames.
final class FrameReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "frames")
  /// Used only on the queue, like the other properties.
  private var handle: (CMSampleBuffer) -> Void = { _ in }
  private var drop: (String) -> Void = { _ in }

  override init() {
    super.init()
    // Late frames are dropped while the delegate is busy. Otherwise they would wait, and the delay would grow.
    output.alwaysDiscardsLateVideoFrames = true
    // A serial queue, so that frames arrive in order.
    output.setSampleBufferDelegate(self, queue: queue)
  }

  /// Passes frames to a closure until it returns a value, and returns the value.
  func firstValue<Value>(_ body: @escaping (CMSampleBuffer) -> Value?) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async {
        self.handle = { sampleBuffer in
          guard let value = body(sampleBuffer) else { return }
          self.handle = { _ in }
          continuation.resume(returning: value)
        }
      }
    }
  }

  /// Keeps the queue busy with each frame until the given number of frames were dropped; returns the reasons.
  func reasonsOfDrops(_ count: Int) async -> [String] {
    await withCheckedContinuation { continuation in
      queue.async {
        var reasons: [String] = []
        // Stands for the work of a program. The first frame comes before the first drop.
        self.handle = { _ in
          Thread.sleep(forTimeInterval: 0.2)
          self.drop = { reason in
            reasons.append(reason)
            guard reasons.count == count else { return }
            self.handle = { _ in }
            self.drop = { _ in }
            continuation.resume(returning: reasons)
          }
        }
      }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { handle(sampleBuffer) }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    let names = [
      kCMSampleBufferDroppedFrameReason_FrameWasLate as String: "late",
      kCMSampleBufferDroppedFrameReason_OutOfBuffers as String: "out of buffers",
      kCMSampleBufferDroppedFrameReason_Discontinuity as String: "discontinuity",
    ]
    drop((reason as? String).flatMap { names[$0] } ?? "unknown reason")
  }
}
