import AVFoundation

/// A delegate that analyzes frames on request.
final class FrameWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private struct Request {
    let time: CMTime
    let continuation: CheckedContinuation<FrameAnalysis, Never>
  }

  let output = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "frames")
  /// The pending requests, used only on the queue.
  private var requests: [Request] = []

  override init() {
    super.init()
    // The first plane of this format is luma.
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ]
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(self, queue: queue)
  }

  /// Returns the analysis of the first frame captured at or after a time.
  func picture(from time: CMTime) async -> FrameAnalysis {
    await withCheckedContinuation { continuation in
      queue.async { self.requests.append(Request(time: time, continuation: continuation)) }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    let due = requests.filter { CMTimeCompare($0.time, time) <= 0 }
    guard !due.isEmpty, let picture = FrameAnalysis(sampleBuffer) else { return }
    requests.removeAll { CMTimeCompare($0.time, time) <= 0 }
    for request in due { request.continuation.resume(returning: picture) }
  }
}
