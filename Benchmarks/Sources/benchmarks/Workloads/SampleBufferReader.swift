import AVFoundation

/// A delegate with Apple's interface.
final class SampleBufferReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let onFrame: @Sendable () -> Void

  init(onFrame: @escaping @Sendable () -> Void) { self.onFrame = onFrame }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
    if CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) != nil, CMTIME_IS_VALID(time) { onFrame() }
  }
}
