import OpenCapture

/// Takes a photo, and writes it with a small picture for lists, and with who took it.
func takePhoto(with camera: CaptureDevice, to path: String) async throws -> CapturePhoto {
  let (session, output) = (CaptureSession(), CapturePhotoOutput())
  session.sessionPreset = .photo
  try session.addInput(CaptureDeviceInput(device: camera))
  try session.addOutput(output)
  try await session.start()
  defer { session.stopRunning() }

  var settings = CapturePhotoSettings()
  settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
  settings.metadata.tags[.artist] = .text("Ada")
  let photo = try await output.photo(with: settings)
  try photo.write(to: path)
  return photo
}

/// Takes a photo that is darker than the camera thinks right, one that it does, and one that is brighter.
func takeBracket(with output: CapturePhotoOutput) async throws -> [CapturePhoto] {
  let biases: [Float] = [-1, 0, 1]
  return try await output.photos(
    with: CapturePhotoBracketSettings(
      bracketedSettings: biases.map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      }))
}

/// Plays a shutter's sound when it should be heard, and keeps what was taken.
final class Shutter: CapturePhotoCaptureDelegate {
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
