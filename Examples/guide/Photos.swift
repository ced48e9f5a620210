import OpenCapture

/// Takes a photo and writes it with a thumbnail and the artist's name.
func takePhoto(with camera: CaptureDevice, to path: String) async throws -> CapturePhoto {
  let session = CaptureSession()
  let output = CapturePhotoOutput()
  session.sessionPreset = .photo
  try session.add(CaptureDeviceInput(device: camera))
  try session.add(output)
  try await session.start()
  defer { session.stopRunning() }

  var settings = CapturePhotoSettings()
  settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
  settings.metadata.tags[.artist] = .text("Ada")
  let photo = try await output.photo(with: settings)
  try photo.write(to: path)
  return photo
}

/// Takes three photos: one step darker than the automatic exposure, at it, and one step brighter.
func takeBracket(with output: CapturePhotoOutput) async throws -> [CapturePhoto] {
  let biases: [Float] = [-1, 0, 1]
  return try await output.photos(
    with: CapturePhotoBracketSettings(
      bracketedSettings: biases.map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      }))
}

/// A delegate that prints the steps of a photo; an app plays the shutter sound at "click".
final class PhotoLog: CapturePhotoCaptureDelegate {
  func photoOutput(
    _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
  ) {
    print("click")
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?
  ) {
    if let error { return print(error) }
    print("photo: \(photo.resolvedSettings.photoDimensions)")
  }

  func photoOutput(
    _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
    error: CaptureError?
  ) {
    print(error == nil ? "done" : "failed")
  }
}
