public import OpenCapturePhotos

/// An output's readiness for a shutter button; ours, under Apple's name.
public typealias AVCapturePhotoOutputReadinessCoordinator = CapturePhotoOutputReadinessCoordinator

/// Is told of that readiness; ours, under Apple's name.
public typealias AVCapturePhotoOutputReadinessCoordinatorDelegate = CapturePhotoOutputReadinessCoordinatorDelegate

extension CapturePhotoOutputReadinessCoordinator {
  /// Takes note that a photo of these settings will be asked for.
  public func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
    startTrackingCaptureRequest(using: settings.photo)
  }
}
