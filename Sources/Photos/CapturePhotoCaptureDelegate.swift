public import OpenCaptureSession

/// An observer of the progress of a photo (`AVCapturePhotoCaptureDelegate`).
///
/// The output calls each method once per step, in this order, also if the photo fails. All methods are optional. They
/// are called on a serial queue of the output, which holds the delegate weakly.
public protocol CapturePhotoCaptureDelegate: AnyObject {
  /// Called when the settings are resolved and the photo will be taken.
  func photoOutput(_ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// Called when the photo, or the first of a bracket, is about to be taken: the time to play a shutter sound.
  func photoOutput(_ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// Called when the photo, or the last of a bracket, was taken.
  func photoOutput(_ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// Called for each expected photo, when it was created or failed.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - photo: The photo, without a file or pixels if it failed.
  ///   - error: The failure; nil if the photo was created.
  func photoOutput(_ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?)

  /// Called when all media of a Live Photo's movie were recorded, so that the user can lower the camera.
  ///
  /// This call follows the capture of the photo. It may precede or follow the calls for the created photo.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings)

  /// Called when the movie of a Live Photo was written or failed.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - path: The path of the movie.
  ///   - duration: The duration: three seconds, or less if the stream started or stopped during this time.
  ///   - photoDisplayTime: The time of the still in the movie.
  ///   - resolvedSettings: The resolved settings of the request.
  ///   - error: The failure; nil if the movie was written.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?)

  /// Called last, when the request has finished.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - resolvedSettings: The resolved settings of the request.
  ///   - error: The first failure; nil if none occurred.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
    error: CaptureError?)
}

extension CapturePhotoCaptureDelegate {
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?
  ) {}
  /// Does nothing.
  public func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
    error: CaptureError?
  ) {}
}
