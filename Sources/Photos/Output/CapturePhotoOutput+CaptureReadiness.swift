extension CapturePhotoOutput {
  /// Whether a photo would be taken at once (`AVCapturePhotoOutput.CaptureReadiness`).
  public enum CaptureReadiness: Sendable, Hashable, CaseIterable {
    /// Nothing leads to the output, or the session doesn't run.
    case sessionNotRunning
    /// It would.
    case ready
    /// Another photo is taken with the next frame.
    case notReadyMomentarily
    /// Another photo needs settings at the camera, or a bracket several frames.
    case notReadyWaitingForCapture
    /// As many photos are encoded as may wait.
    case notReadyWaitingForProcessing
  }
}
