public import OpenCaptureSession

/// Is told of a photo on its way (`AVCapturePhotoCaptureDelegate`): each step once, in this order, also where the photo
/// fails.
///
/// All are optional. One serial queue of the output's calls them. The output holds the delegate weakly.
public protocol CapturePhotoCaptureDelegate: AnyObject {
  /// The settings are known, and the photo will be taken.
  func photoOutput(
    _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// The photo, or the first of a bracket, is taken now: the time for a shutter's sound.
  func photoOutput(
    _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// The photo, or the last of a bracket, was taken.
  func photoOutput(
    _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)

  /// A photo is there, or failed; once for each that is expected.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - photo: The photo; without a file or pixels where it failed.
  ///   - error: Why it failed; nil where it didn't.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?)

  /// All of a Live Photo's movie was seen: who holds the camera can let it sink.
  ///
  /// It comes behind the capture of the photo, and in no order with the photo itself.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt path: String,
    resolvedSettings: CaptureResolvedPhotoSettings)

  /// A Live Photo's movie is there, or failed.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - path: The name of the movie's file.
  ///   - duration: How long it is: three seconds, less where the camera began or stopped to stream meanwhile.
  ///   - photoDisplayTime: Which of its times shows the still.
  ///   - resolvedSettings: What was to be taken.
  ///   - error: Why it failed; nil where it didn't.
  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: CaptureResolvedPhotoSettings, error: CaptureError?)

  /// Nothing more comes of these settings.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - resolvedSettings: What was to be taken.
  ///   - error: The first failure; nil where there was none.
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
