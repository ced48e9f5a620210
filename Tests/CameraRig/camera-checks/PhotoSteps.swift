import Fixtures
import OpenCaptureFlow
import OpenCapturePhotos

/// A photo delegate that records the steps and their times.
final class PhotoSteps: CapturePhotoCaptureDelegate, Sendable {
  let recordedSteps = Log<(step: String, time: Double)>()
  let photos = Log<CapturePhoto>()

  private func note(_ step: String) { recordedSteps.append((step, monotonicSeconds())) }

  func photoOutput(_ output: CapturePhotoOutput, willBeginCaptureFor settings: CaptureResolvedPhotoSettings) {
    note("will begin")
  }

  func photoOutput(_ output: CapturePhotoOutput, willCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    note("will capture")
  }

  func photoOutput(_ output: CapturePhotoOutput, didCapturePhotoFor settings: CaptureResolvedPhotoSettings) {
    note("did capture")
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {
    if error == nil { photos.append(photo) }
    note("did process")
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor settings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    note(error == nil ? "did finish" : "did fail")
  }

  /// Waits for the end, and returns whether all steps were reported in order.
  func isComplete(_ end: String, within seconds: Double) throws -> Bool {
    try wait(seconds, for: "the end of the photo") { recordedSteps.count >= 5 }
    return recordedSteps.all.map(\.step) == ["will begin", "will capture", "did capture", "did process", end]
  }
}
