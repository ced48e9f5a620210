import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A camera that streams for photos.
struct PhotoCamera: Sendable {
  /// Photos that were asked for.
  struct Pending {
    private let result: Locked<Result<[CapturePhoto], CaptureError>?>
    private let done: DispatchSemaphore

    /// Asks for photos.
    fileprivate init(_ take: @escaping @Sendable () async throws(CaptureError) -> [CapturePhoto]) {
      let (result, done) = (Locked<Result<[CapturePhoto], CaptureError>?>(nil), DispatchSemaphore(value: 0))
      (self.result, self.done) = (result, done)
      Task {
        let outcome: Result<[CapturePhoto], CaptureError>
        do throws(CaptureError) { outcome = .success(try await take()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        done.signal()
      }
    }

    /// Waits for them.
    func wait() throws(CaptureError) -> [CapturePhoto] {
      done.wait()
      return try result.withLock { $0 }?.get() ?? []
    }
  }

  /// How many requests overlap at the camera's full rate.
  static let overlap = 8

  let device: CaptureDevice
  private let options: PhotoCommand
  private let session = CaptureSession()
  private let output = CapturePhotoOutput()
  /// Kept, so that the camera's driver lives.
  private let catalog: CameraCatalog
  private let microphones: KeptMicrophones

  /// Prepares the camera of the options.
  ///
  /// - Throws: `CaptureError` where there is none of this name, or it doesn't take what is to be set.
  init(_ options: PhotoCommand) throws(CaptureError) {
    self.options = options
    catalog = try options.camera.catalog()
    device = try catalog.device(options.camera.camera ?? CameraCatalog.defaultName)
    output.isResponsiveCaptureEnabled = true
    // The frame of the moment, which is the first one where nothing was waited for; those of a burst follow each other.
    output.isZeroShutterLagEnabled = options.photo.count == 1 || options.photo.interval != nil
    session.beginConfiguration()
    let input = try CaptureDeviceInput(device: device)
    try session.addInput(input)
    let microphones = MicrophoneCatalog()
    self.microphones = KeptMicrophones(catalog: microphones)
    if options.photo.live {
      let name = options.camera.camera ?? CameraCatalog.defaultName
      let microphone = try microphones.device(options.photo.microphone, beside: device, called: name)
      if let microphone { try session.addInput(CaptureDeviceInput(device: microphone)) }
    }
    try session.addOutput(output)
    try session.require(options.camera.preset, of: device.localizedName)
    try session.commitConfiguration()
    if let connection = output.connection(with: .video) {
      (connection.videoRotation, connection.isVideoMirrored) = (options.output.rotate, options.output.mirror)
    }
    try options.controls.apply(to: device)
    output.isLivePhotoCaptureEnabled = options.photo.live
  }

  /// Lets the camera stream.
  ///
  /// - Throws: `CaptureError` where it doesn't.
  func start() throws(CaptureError) { try session.startOrThrow() }

  /// Ends all of it.
  func stop() { session.stopRunning() }

  /// Asks for a photo, or for a bracket.
  ///
  /// - Parameter path: What its file will be called.
  /// - Throws: `CaptureError` where the camera can't take it.
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
    let type = PhotoPlace(argument: options.output.output).fileType ?? .jpg
    guard type == .dng else { return CapturePhotoSettings(format: .compressed(type.codec ?? .jpeg)) }
    guard let raw = output.availableRawPhotoPixelFormatTypes.first else {
      throw CaptureError(
        .unsupported, subject: device.localizedName, reason: "its frames are not a sensor's own values",
        remedy: "write .jpg or .png")
    }
    return CapturePhotoSettings(rawPixelFormatType: raw)
  }
}
