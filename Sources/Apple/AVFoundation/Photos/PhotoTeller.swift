import CoreMedia
import Foundation
import OpenCaptureFlow
import OpenCapturePhotos
import OpenCaptureSystem

/// Tells a delegate for Apple's protocol of a photo, in Apple's types; kept until nothing more comes.
///
/// Unchecked: the delegate is called on the output's queue alone.
final class PhotoTeller: CapturePhotoCaptureDelegate, @unchecked Sendable {
  /// Those of photos that are on their way: outputs hold delegates weakly.
  private static let busy = Locked<[ObjectIdentifier: PhotoTeller]>([:])

  private weak var delegate: (any AVCapturePhotoCaptureDelegate)?

  /// Makes a teller, and keeps it until nothing more comes of the photo, or ``letGo()`` is called.
  init(_ delegate: any AVCapturePhotoCaptureDelegate) {
    self.delegate = delegate
    Self.busy.withLock { $0[ObjectIdentifier(self)] = self }
  }

  /// Keeps the teller no longer.
  func letGo() {
    // What is taken out is let go of outside the lock.
    _ = Self.busy.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  func photoOutput(
    _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, willBeginCaptureFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(
    _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, willCapturePhotoFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(
    _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) { delegate?.photoOutput(output, didCapturePhotoFor: AVCaptureResolvedPhotoSettings(resolvedSettings)) }

  func photoOutput(_ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?)
  {
    delegate?.photoOutput(output, didFinishProcessingPhoto: AVCapturePhoto(photo), error: error)
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings
  ) {
    delegate?.photoOutput(
      output, didFinishRecordingLivePhotoMovieForEventualFileAt: URL(fileURLWithPath: path),
      resolvedSettings: AVCaptureResolvedPhotoSettings(resolvedSettings))
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: CMTime,
    photoDisplayTime: CMTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {
    delegate?.photoOutput(
      output, didFinishProcessingLivePhotoToMovieFileAt: URL(fileURLWithPath: path), duration: duration,
      photoDisplayTime: photoDisplayTime, resolvedSettings: AVCaptureResolvedPhotoSettings(resolvedSettings),
      error: error)
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
    error: CaptureError?
  ) {
    delegate?.photoOutput(
      output, didFinishCaptureFor: AVCaptureResolvedPhotoSettings(resolvedSettings), error: error)
    letGo()
  }
}
