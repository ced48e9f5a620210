import OpenCapturePictures
import OpenCaptureSession

/// A captured frame, and what is to be made of it.
struct PhotoJob: Sendable {
  let settings: CapturePhotoSettings
  let resolved: CaptureResolvedPhotoSettings
  let bracket: [any CaptureBracketedStillImageSettings]
  let device: CaptureDevice?
  /// Which of a request's frames it is.
  let frame: Int
  var sample: SampleBuffer
  let time: WallTime
  /// How it was exposed, where that was set for it; nil for as the camera is set when the photo is made.
  let exposure: PictureExposure?
  /// What a Live Photo's movie says as well; nil where there is none.
  var contentIdentifier: String?

  /// The numbers of the photos that come of it: a raw one goes first.
  var photos: Range<Int> { frame * settings.photosPerFrame..<(frame + 1) * settings.photosPerFrame }

  /// The same, with a frame that holds none of the camera's memory.
  func withCopiedFrame() -> PhotoJob {
    var copy = self
    if let copied = try? sample.copy() { copy.sample = copied }
    return copy
  }

  /// A photo of which nothing is made yet.
  func emptyPhoto(_ number: Int) -> CapturePhoto {
    CapturePhoto.empty(number, settings, resolved, bracket, device, timestamp: sample.presentationTimeStamp)
  }
}

extension CapturePhoto {
  /// A photo of which nothing is made, or that failed.
  static func empty(
    _ number: Int, _ settings: CapturePhotoSettings, _ resolved: CaptureResolvedPhotoSettings,
    _ bracket: [any CaptureBracketedStillImageSettings], _ device: CaptureDevice?, timestamp: MediaTime = .invalid
  ) -> CapturePhoto {
    let frame = number / max(1, settings.photosPerFrame)
    return CapturePhoto(
      timestamp: timestamp,
      isRawPhoto: settings.rawPhotoPixelFormatType != nil && number % settings.photosPerFrame == 0,
      photoCount: number + 1, sequenceCount: bracket.isEmpty ? 0 : frame + 1,
      bracketSettings: bracket.indices.contains(frame) ? bracket[frame] : nil, resolvedSettings: resolved,
      sourceDeviceType: device?.deviceType)
  }
}
