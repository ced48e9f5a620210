public import OpenCaptureSession

extension CaptureError.Code {
  /// Photo settings that contradict each other, or that this output can't meet.
  public static let invalidPhotoSettings = Self("invalidPhotoSettings")
  /// Photo settings that were used before.
  public static let photoSettingsReused = Self(
    "photoSettingsReused", remedy: "make new settings for each photo: CapturePhotoSettings(from:)")
  /// There is no camera to take a photo with: the session doesn't run, or nothing leads to the output.
  public static let photoNotAvailable = Self("photoNotAvailable", remedy: "start the session first")
  /// The session stopped, or the output left it, before the photo was taken.
  public static let photoInterrupted = Self("photoInterrupted", remedy: "take the photo again")
  /// A frame was captured, and no photo could be made of it.
  public static let photoProcessingFailed = Self("photoProcessingFailed")
}
