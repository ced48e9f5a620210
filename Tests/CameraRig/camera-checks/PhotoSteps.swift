import Fixtures
import OpenCaptureFlow
import OpenCapturePhotos

/// What a photo's delegate is told, and when.
final class PhotoSteps: CapturePhotoCaptureDelegate, Sendable {
  let told = Log<(step: String, time: Double)>()
  let photos = Log<CapturePhoto>()

  private func note(_ step: String) { told.append((step, monotonicSeconds())) }

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

  /// Waits for the end, and says whether all steps were told in order.
  func isComplete(_ end: String, within seconds: Double) throws -> Bool {
    try wait(seconds, for: "end of the photo") { told.count >= 5 }
    return told.all.map(\.step) == ["will begin", "will capture", "did capture", "did process", end]
  }
}
