import AVFoundation

/// Looks at frames when somebody wants to know what they are like.
final class FrameWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private struct Wish {
    let time: CMTime
    let continuation: CheckedContinuation<FrameAnalysis, Never>
  }

  let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "frames")
  /// Touched on the queue alone.
  private var wishes: [Wish] = []

  override init() {
    super.init()
    // The first plane of these is how light the pixels are.
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ]
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(self, queue: queue)
  }

  /// What the first frame looks like that was taken at a time or later.
  func picture(from time: CMTime) async -> FrameAnalysis {
    await withCheckedContinuation { continuation in
      queue.async { self.wishes.append(Wish(time: time, continuation: continuation)) }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    let granted = wishes.filter { CMTimeCompare($0.time, time) <= 0 }
    guard !granted.isEmpty, let picture = FrameAnalysis(sampleBuffer) else { return }
    wishes.removeAll { CMTimeCompare($0.time, time) <= 0 }
    for wish in granted { wish.continuation.resume(returning: picture) }
  }
}
