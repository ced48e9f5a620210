import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A camera session for photos.
struct PhotoCamera: Sendable {
  /// A photo, or several, being captured.
  struct Pending {
    private let result: Locked<Result<[CapturePhoto], CaptureError>?>
    private let done: DispatchSemaphore

    /// Starts a capture.
    fileprivate init(_ take: @escaping @Sendable () async throws(CaptureError) -> [CapturePhoto]) {
      let result = Locked<Result<[CapturePhoto], CaptureError>?>(nil)
      let done = DispatchSemaphore(value: 0)
      self.result = result
      self.done = done
      Task {
        let outcome: Result<[CapturePhoto], CaptureError>
        do throws(CaptureError) { outcome = .success(try await take()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        done.signal()
      }
    }

    /// Waits for the photos.
    func wait() throws(CaptureError) -> [CapturePhoto] {
      done.wait()
      return try result.withLock { $0 }?.get() ?? []
    }
  }

  /// The number of overlapping requests at the camera's full rate.
  static let overlap = 8

  let device: CaptureDevice
  private let options: PhotoCommand
  private let session = CaptureSession()
  private let output = CapturePhotoOutput()
  /// The catalogue of the camera, which keeps its driver alive.
  private let catalog: CameraCatalog
  private let microphones: RetainedMicrophones

  /// Prepares the camera that the options name.
  ///
  /// - Throws: `CaptureError` if the camera does not exist, or if a control cannot be set.
  init(_ options: PhotoCommand) throws(CaptureError) {
    self.options = options
    catalog = try options.camera.catalog()
    device = try catalog.device(options.camera.camera ?? CameraCatalog.defaultName)
    output.isResponsiveCaptureEnabled = true
    // Uses the current frame, or the first one; the photos of a burst need consecutive frames instead.
    output.isZeroShutterLagEnabled = options.photo.count == 1 || options.photo.interval != nil
    session.beginConfiguration()
    let input = try CaptureDeviceInput(device: device)
    try session.addInput(input)
    let microphones = MicrophoneCatalog()
    self.microphones = RetainedMicrophones(catalog: microphones)
    if options.photo.live {
      let name = options.camera.camera ?? CameraCatalog.defaultName
      let microphone = try microphones.device(options.photo.microphone, beside: device, called: name)
      if let microphone { try session.addInput(CaptureDeviceInput(device: microphone)) }
    }
    try session.addOutput(output)
    try session.require(options.camera.preset, of: device.localizedName)
    try session.commitConfiguration()
    if let connection = output.connection(with: .video) {
      connection.videoRotation = options.output.rotate
      connection.isVideoMirrored = options.output.mirror
    }
    try options.controls.apply(to: device)
    output.isLivePhotoCaptureEnabled = options.photo.live
  }

  /// Starts streaming.
  ///
  /// - Throws: `CaptureError` if the camera does not start.
  func start() throws(CaptureError) { try session.startOrThrow() }

  /// Stops streaming.
  func stop() { session.stopRunning() }

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
      return Pending { [output] () throws(CaptureError) in [try await output.photo(with: single)] }
    }
    var bracketed = CapturePhotoBracketSettings(processedFormat: settings.format, bracketedSettings: bracket)
    bracketed.photoQualityPrioritization = settings.photoQualityPrioritization
    let all = bracketed
    return Pending { [output] () throws(CaptureError) in try await output.photos(with: all) }
  }

  private func settings() throws(CaptureError) -> CapturePhotoSettings {
    var settings = try format()
    settings.flashMode = options.photo.flash.mode
    settings.photoQualityPrioritization = options.photo.quality.prioritization
    settings.embeddedThumbnailDimensions = VideoDimensions(width: 160, height: 160)
    return settings
  }

  private func format() throws(CaptureError) -> CapturePhotoSettings {
    if options.output.with != nil { return CapturePhotoSettings(format: .pixels(.bgra)) }
    let type = PhotoDestination(argument: options.output.output).fileType ?? .jpg
    guard type == .dng else { return CapturePhotoSettings(format: .compressed(type.codec ?? .jpeg)) }
    guard let raw = output.availableRawPhotoPixelFormatTypes.first else {
      throw CaptureError(
        .unsupported, subject: device.localizedName, reason: "the camera delivers no raw sensor data",
        hint: "write .jpg or .png")
    }
    return CapturePhotoSettings(rawPixelFormatType: raw)
  }
}
