import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSession

/// The current capabilities of a camera for photos, and the resolution of settings; a value created for each request.
struct PhotoCapabilities: Sendable {
  /// The camera; nil if the source is not a camera.
  let device: CaptureDevice?
  let stream: FormatDescription
  /// The formats that may be streamed for a photo; empty if the stream must not change.
  let formats: [CaptureDevice.Format]
  /// The largest size of photos whose settings don't set one; nil for the size of the stream.
  let maxPhotoDimensions: VideoDimensions?
  /// Whether recent media are kept for Live Photos.
  var takesLivePhotos = false

  /// The most photos of a bracket.
  static let bracketLimit = 8

  static var codecs: [VideoCodecType] { [.jpeg, .png] + [.hevc, .av1].filter(HEIFEncoder.isAvailable) }

  /// The flash modes that the camera supports.
  var flashModes: [CaptureDevice.FlashMode] {
    CaptureDevice.FlashMode.allCases.filter { device?.isFlashModeSupported($0) ?? ($0 == .off) }
  }

  /// The Bayer patterns of the frames.
  var rawPixelFormats: [PixelFormat] {
    BayerPattern(stream) == nil ? [] : [PixelFormat(rawValue: stream.fourCharCode)]
  }

  // MARK: Resolution

  /// Returns the format to switch to for the photo; nil to keep the current one.
  func format(for settings: CapturePhotoSettings) -> FormatSelection.Choice? {
    guard let limit = settings.maxPhotoDimensions ?? maxPhotoDimensions, settings.rawPhotoPixelFormatType == nil,
      stream.videoDimensions.width < limit.width, stream.videoDimensions.height < limit.height
    else { return nil }
    let larger = formats.filter {
      $0.dimensions.width <= limit.width && $0.dimensions.height <= limit.height
        && $0.dimensions.pixelCount > stream.videoDimensions.pixelCount
    }
    return FormatSelection(requiresExactSize: false).choose(from: larger)
  }

  /// Resolves settings for a photo taken in a format.
  func resolve(
    _ settings: CapturePhotoSettings, frameCount: Int, in format: CaptureDevice.Format?
  ) -> CaptureResolvedPhotoSettings {
    var resolved = CaptureResolvedPhotoSettings(uniqueID: settings.uniqueID)
    let stored = format?.dimensions ?? stream.videoDimensions
    let size = (settings.maxPhotoDimensions ?? maxPhotoDimensions).map(stored.fitted) ?? stored
    if settings.format != nil { resolved.photoDimensions = size }
    if settings.livePhotoMovieFile != nil {
      resolved.livePhotoMovieDimensions = LivePhotoRecorder.dimensions(of: stream)
    }
    if settings.rawPhotoPixelFormatType != nil { resolved.rawPhotoDimensions = stored }
    if let preview = settings.previewPhotoFormat {
      resolved.previewDimensions = stored.fitted(into: preview.dimensions)
    }
    if let thumbnail = settings.embeddedThumbnailDimensions, case .compressed(.jpeg, _)? = settings.format {
      resolved.embeddedThumbnailDimensions = stored.fitted(into: thumbnail)
    }
    resolved.expectedPhotoCount = frameCount * settings.photosPerFrame
    resolved.isFlashEnabled = device?.firesFlash(in: settings.flashMode) ?? false
    return resolved
  }
}

extension PhotoCapabilities {
  /// Checks whether photos with the given settings can be taken, and throws for the first that cannot be met.
  func check(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings]
  ) throws(CaptureError) {
    try check(settings.format, settings.processedFileType)
    if let raw = settings.rawPhotoPixelFormatType, !rawPixelFormats.contains(raw) {
      throw CaptureError(
        .unsupported, subject: subject, reason: "no raw photos in \(raw) (frames are \(stream))",
        hint: "choose one of availableRawPhotoPixelFormatTypes")
    }
    if settings.flashMode != .off, !flashModes.contains(settings.flashMode) {
      throw unsupported("the camera has no lamp", hint: "set flashMode to off")
    }
    if let movie = settings.livePhotoMovieFile { try checkLive(movie, settings, bracket) }
    if settings.isDepthDataDeliveryEnabled {
      throw unsupported("the camera has no depth data", hint: "leave isDepthDataDeliveryEnabled off")
    }
    if settings.isPortraitEffectsMatteDeliveryEnabled {
      throw unsupported(
        "portrait mattes are not available", hint: "leave isPortraitEffectsMatteDeliveryEnabled off")
    }
    let sizes = [
      settings.maxPhotoDimensions, settings.previewPhotoFormat?.dimensions, settings.embeddedThumbnailDimensions,
    ]
    for size in sizes.compactMap(\.self) where size.width < 1 || size.height < 1 {
      throw invalid("invalid picture size \(size)")
    }
    if let preview = settings.previewPhotoFormat, !PixelFormat.conversionTargets.contains(preview.pixelFormat) {
      throw invalid("unsupported preview format \(preview.pixelFormat)")
    }
    try check(bracket, settings)
  }

  private func checkLive(
    _ path: String, _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings]
  ) throws(CaptureError) {
    guard takesLivePhotos else {
      throw CaptureError(
        .invalidPhotoSettings, subject: subject, reason: "Live Photos are not enabled",
        hint: "set isLivePhotoCaptureEnabled, in a session without an output that records movies")
    }
    guard let container = MovieContainer(path: path), container.supportsMetadataKeys else {
      throw invalid("the Live Photo movie '\(path)' must end in .mov or .mp4")
    }
    guard container.codecs.contains(settings.livePhotoVideoCodecType) else {
      throw invalid("unsupported codec \(settings.livePhotoVideoCodecType) for a Live Photo movie")
    }
    guard settings.format != nil else { throw invalid("a Live Photo cannot be only raw") }
    if let identifier = settings.livePhotoMovieMetadata.contentIdentifier,
      !(8...200).contains(identifier.utf8.count)
    {
      throw invalid("the content identifier must have 8 to 200 bytes, not \(identifier.utf8.count)")
    }
    if !bracket.isEmpty { throw invalid("a bracket cannot be a Live Photo") }
  }

  private func check(
    _ format: CapturePhotoSettings.Format?, _ fileType: CapturePhotoFileType?
  ) throws(CaptureError) {
    switch format {
    case nil: break
    case .pixels(let pixels)?:
      guard PixelFormat.conversionTargets.contains(pixels) else {
        throw invalid("unsupported pixel format \(pixels)")
      }
      if let fileType { throw invalid("pixels cannot be stored as a \(fileType.rawValue) file") }
    case .compressed(let codec, let quality)?:
      let isOfLibheif = codec == .hevc || codec == .av1
      guard Self.codecs.contains(codec) else {
        throw CaptureError(
          .invalidPhotoSettings, subject: subject, reason: "\(codec) is not available for photos",
          hint: "choose one of availablePhotoCodecTypes" + (isOfLibheif ? ", or install libheif1" : ""))
      }
      if let fileType, fileType.codec != codec {
        throw invalid("a \(fileType.rawValue) file cannot contain \(codec)")
      }
      if let quality, !(0...1).contains(quality) { throw invalid("quality must be from 0 to 1, not \(quality)") }
    }
  }

  private func check(
    _ bracket: [any CaptureBracketedStillImageSettings], _ settings: CapturePhotoSettings
  ) throws(CaptureError) {
    guard let first = bracket.first else { return }
    guard bracket.count <= Self.bracketLimit else {
      throw invalid("a bracket has at most \(Self.bracketLimit) photos, not \(bracket.count)")
    }
    guard bracket.allSatisfy({ type(of: $0) == type(of: first) }) else {
      throw invalid("a bracket cannot mix exposure bias and manual exposure")
    }
    if settings.flashMode != .off { throw invalid("a bracket cannot use the lamp") }
    guard let device else { throw unsupportedExposure() }
    for settings in bracket {
      switch settings {
      case let bias as CaptureAutoExposureBracketedStillImageSettings: try check(bias, device)
      case let manual as CaptureManualExposureBracketedStillImageSettings: try check(manual, device)
      default: throw invalid("a bracket needs exposure bias or manual exposure")
      }
    }
  }

  private func check(
    _ settings: CaptureAutoExposureBracketedStillImageSettings, _ device: CaptureDevice
  ) throws(CaptureError) {
    let range = (device.minExposureTargetBias, device.maxExposureTargetBias)
    guard range.1 > range.0 else {
      guard device.isExposureModeSupported(.custom) else { throw unsupportedExposure() }
      return
    }
    guard settings.exposureTargetBias >= range.0, settings.exposureTargetBias <= range.1 else {
      throw CaptureError(
        .outOfRange, subject: subject,
        reason: "exposure bias must be from \(range.0) to \(range.1) EV, not \(settings.exposureTargetBias)")
    }
  }

  private func check(
    _ settings: CaptureManualExposureBracketedStillImageSettings, _ device: CaptureDevice
  ) throws(CaptureError) {
    guard device.isExposureModeSupported(.custom) else { throw unsupportedExposure() }
    let shortest = device.minExposureDuration
    let longest = device.maxExposureDuration
    let duration = settings.exposureDuration
    guard !duration.isNumeric || (duration >= shortest && duration <= longest) else {
      throw CaptureError(
        .outOfRange, subject: subject,
        reason: "exposure must be from \(shortest.seconds) to \(longest.seconds) s, not \(duration.seconds)")
    }
    guard !settings.iso.isFinite || (settings.iso >= device.minISO && settings.iso <= device.maxISO) else {
      throw CaptureError(
        .outOfRange, subject: subject,
        reason: "ISO must be from \(device.minISO) to \(device.maxISO), not \(settings.iso)")
    }
  }

  private var subject: String { device?.localizedName ?? "photo" }

  private func invalid(_ reason: String) -> CaptureError {
    CaptureError(.invalidPhotoSettings, subject: subject, reason: reason)
  }

  private func unsupportedExposure() -> CaptureError {
    unsupported("the exposure of this camera cannot be set", hint: "take a single photo")
  }

  private func unsupported(_ reason: String, hint: String) -> CaptureError {
    CaptureError(.unsupported, subject: subject, reason: reason, hint: hint)
  }
}
