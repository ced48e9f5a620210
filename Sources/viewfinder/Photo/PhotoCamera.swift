import OpenCapture
import OpenCaptureCommandSupport

/// A camera session for photos.
struct PhotoCamera: Sendable {
  /// A photo, or several, being captured.
  typealias Pending = Task<[CapturePhoto], any Error>

  /// The number of overlapping requests at the camera's full rate.
  static let overlap = 8

  let live: LiveCamera
  private let options: PhotoCommand
  private let output = CapturePhotoOutput()
  /// The catalogue of the microphone, which keeps its driver alive.
  private let microphones = MicrophoneCatalog()

  /// Prepares the camera that the options name.
  ///
  /// - Parameter warn: Receives errors of saved settings.
  /// - Throws: `CaptureError` if the camera does not exist, or if a control cannot be set.
  init(_ options: PhotoCommand, warn: @escaping @Sendable (String) -> Void) throws(CaptureError) {
    self.options = options
    output.isResponsiveCaptureEnabled = true
    // Uses the current frame, or the first one; the photos of a burst need consecutive frames instead.
    output.isZeroShutterLagEnabled = options.photo.count == 1 || options.photo.interval != nil
    live = try LiveCamera(
      options.camera, options.format.request(options.size.size), resumes: false, outputs: [output])
    if options.photo.live {
      let microphone = try microphones.device(
        options.photo.microphone, beside: live.device, called: options.camera.name)
      if let microphone { try live.session.add(CaptureDeviceInput(device: microphone)) }
    }
    options.output.tags.apply(to: output)
    CameraSettings(options.saved.folder, warn: warn).restore(live.device)
    try options.controls.apply(to: live.device)
    output.isLivePhotoCaptureEnabled = options.photo.live
  }

  /// Starts the capture of a photo or a bracket.
  ///
  /// - Parameter path: The file name of the photo.
  /// - Throws: `CaptureError` if the camera does not support the settings.
  func take(_ path: InputPath) throws(CaptureError) -> Pending {
    var settings = try settings()
    if options.photo.live { settings.livePhotoMovieFile = path.liveMovie.text }
    let bracket = options.photo.bracket.map {
      CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
    }
    guard !bracket.isEmpty else {
      let single = settings
      return Task { [output] in [try await output.photo(with: single)] }
    }
    var bracketed = CapturePhotoBracketSettings(processedFormat: settings.format, bracketedSettings: bracket)
    bracketed.photoQualityPrioritization = settings.photoQualityPrioritization
    let all = bracketed
    return Task { [output] in try await output.photos(with: all) }
  }

  private func settings() throws(CaptureError) -> CapturePhotoSettings {
    var settings = try format()
    settings.flashMode = options.photo.flash.mode
    settings.photoQualityPrioritization = options.photo.quality.prioritization
    settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
    return settings
  }

  private func format() throws(CaptureError) -> CapturePhotoSettings {
    if options.output.tags.with != nil { return CapturePhotoSettings(format: .pixels(.bgra)) }
    let type = PhotoDestination(argument: options.output.output).fileType ?? .jpg
    guard type == .dng else { return CapturePhotoSettings(format: .compressed(type.codec ?? .jpeg)) }
    guard let raw = output.availableRawPixelFormats.first else {
      throw CaptureError(
        .unsupported, subject: live.device.localizedName, reason: "the camera delivers no raw sensor data",
        hint: "write .jpg or .png")
    }
    return CapturePhotoSettings(rawPixelFormatType: raw)
  }
}
