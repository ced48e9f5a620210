public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// Takes what a data output delivers: what the delegates of pictures and of sound have in common, so that one object can
/// be both.
///
/// Called on the queue that was given with it, one call at a time.
public protocol CaptureSampleBufferDelegate: AnyObject {
  /// Takes a frame, or some sound. While this works, newer ones wait or are dropped.
  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection)

  /// Takes note of what was dropped. Optional.
  ///
  /// The sample buffer has no picture and no sound. Why, its attachment `droppedFrameReason` says; how many it stands
  /// for, `droppedFrameCount`.
  func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection)
}

extension CaptureSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {}
}
