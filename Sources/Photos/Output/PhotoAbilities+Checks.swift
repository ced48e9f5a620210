import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

extension PhotoAbilities {
  /// - Throws: `CaptureError` that says what of the settings can't be met.
  func check(
    _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings]
  ) throws(CaptureError) {
    try check(settings.format, settings.processedFileType)
    if let raw = settings.rawPhotoPixelFormatType, !rawPixelFormats.contains(raw) {
      throw unsupported(
        "raw photos in \(raw): frames are \(stream)", remedy: "ask for one of availableRawPhotoPixelFormatTypes")
    }
    if settings.flashMode != .off, !flashModes.contains(settings.flashMode) {
      throw unsupported("lamp", remedy: "leave flashMode off")
    }
    if let movie = settings.livePhotoMovieFile { try checkLive(movie, settings, bracket) }
    if settings.isDepthDataDeliveryEnabled { throw unsupported("depth", remedy: "leave depth out") }
    if settings.isPortraitEffectsMatteDeliveryEnabled { throw unsupported("mattes", remedy: "leave mattes out") }
    let sizes = [
      settings.maxPhotoDimensions, settings.previewPhotoFormat?.dimensions, settings.embeddedThumbnailDimensions,
    ]
    for size in sizes.compactMap(\.self) where size.width < 1 || size.height < 1 {
      throw invalid("a picture can't be \(size)")
    }
    if let preview = settings.previewPhotoFormat, !PixelFormat.conversionTargets.contains(preview.pixelFormat) {
      throw invalid("a preview can't be \(preview.pixelFormat)")
    }
    try check(bracket, settings)
  }

  private func checkLive(
    _ path: String, _ settings: CapturePhotoSettings, _ bracket: [any CaptureBracketedStillImageSettings]
  ) throws(CaptureError) {
    guard takesLivePhotos else {
      throw CaptureError(
        .invalidPhotoSettings, subject: subject, reason: "nothing is kept of what is seen around photos",
        remedy: "set isLivePhotoCaptureEnabled, in a session that has no output for movies")
    }
    guard let container = MovieContainer(path: path), container.storesKeys else {
      throw invalid("a Live Photo's movie can't be '\(path)', whose name doesn't end in .mov or .mp4")
    }
    guard container.codecs.contains(settings.livePhotoVideoCodecType) else {
      throw invalid("a Live Photo's movie can't be coded in \(settings.livePhotoVideoCodecType)")
    }
    guard settings.format != nil else { throw invalid("a raw photo is no Live Photo") }
    if let identifier = settings.livePhotoMovieMetadata.contentIdentifier,
      !(8...200).contains(identifier.utf8.count)
    {
      throw invalid("a content identifier has 8 to 200 bytes, and not \(identifier.utf8.count)")
    }
    if !bracket.isEmpty { throw invalid("a bracket is no Live Photo") }
  }

  private func check(
    _ format: CapturePhotoSettings.Format?, _ fileType: CapturePhotoFileType?
  ) throws(CaptureError) {
    switch format {
    case nil: break
    case .pixels(let pixels)?:
      guard PixelFormat.conversionTargets.contains(pixels) else {
        throw invalid("photos can't be \(pixels) pixels")
      }
      if let fileType { throw invalid("pixels are no \(fileType.rawValue) file") }
    case .compressed(let codec, let quality)?:
      guard Self.codecs.contains(codec) else {
        throw CaptureError(
          .invalidPhotoSettings, subject: subject, reason: "photos can't be written as \(codec) here",
          remedy: "ask for one of availablePhotoCodecTypes" + (codec.isOfLibheif ? ", or install libheif1" : ""))
      }
      if let fileType, fileType.codec != codec {
        throw invalid("a \(fileType.rawValue) file has no pictures in \(codec)")
      }
      if let quality, !(0...1).contains(quality) { throw invalid("quality \(quality) is not in 0 to 1") }
    }
  }

  private func check(
    _ bracket: [any CaptureBracketedStillImageSettings], _ settings: CapturePhotoSettings
  ) throws(CaptureError) {
    guard let first = bracket.first else { return }
    guard bracket.count <= Self.bracketLimit else {
      throw invalid("a bracket has \(Self.bracketLimit) photos at most, and not \(bracket.count)")
    }
    guard bracket.allSatisfy({ type(of: $0) == type(of: first) }) else {
      throw invalid("a bracket is exposed by bias or by hand, and not by both")
    }
    if settings.flashMode != .off { throw invalid("a bracket has no lamp") }
    guard let device else { throw unsupported("exposure that can be set", remedy: "take a single photo") }
    for settings in bracket {
      switch settings {
      case let bias as CaptureAutoExposureBracketedStillImageSettings: try check(bias, device)
      case let manual as CaptureManualExposureBracketedStillImageSettings: try check(manual, device)
      default: throw invalid("a bracket is exposed by bias or by hand")
      }
    }
  }

  private func check(
    _ settings: CaptureAutoExposureBracketedStillImageSettings, _ device: CaptureDevice
  ) throws(CaptureError) {
    let range = (device.minExposureTargetBias, device.maxExposureTargetBias)
    guard range.1 > range.0 else {
      guard device.isExposureModeSupported(.custom) else {
        throw unsupported("exposure that can be set", remedy: "take a single photo")
      }
      return
    }
    guard settings.exposureTargetBias >= range.0, settings.exposureTargetBias <= range.1 else {
      throw CaptureError(
        .outOfRange, subject: subject,
        reason: "\(settings.exposureTargetBias) EV is not in \(range.0) to \(range.1)")
    }
  }

  private func check(
    _ settings: CaptureManualExposureBracketedStillImageSettings, _ device: CaptureDevice
  ) throws(CaptureError) {
    guard device.isExposureModeSupported(.custom) else {
      throw unsupported("exposure that can be set by hand", remedy: "take a single photo")
    }
    let (shortest, longest) = (device.minExposureDuration, device.maxExposureDuration)
    let duration = settings.exposureDuration
    guard !duration.isNumeric || (duration >= shortest && duration <= longest) else {
      throw CaptureError(
        .outOfRange, subject: subject,
        reason: "an exposure of \(duration.seconds) s is not in \(shortest.seconds) to \(longest.seconds) s")
    }
    guard !settings.iso.isFinite || (settings.iso >= device.minISO && settings.iso <= device.maxISO) else {
      throw CaptureError(
        .outOfRange, subject: subject, reason: "ISO \(settings.iso) is not in \(device.minISO) to \(device.maxISO)")
    }
  }

  private var subject: String { device?.localizedName ?? "photo" }

  private func invalid(_ reason: String) -> CaptureError {
    CaptureError(.invalidPhotoSettings, subject: subject, reason: reason)
  }

  private func unsupported(_ what: String, remedy: String) -> CaptureError {
    CaptureError(.unsupported, subject: subject, reason: "there is no \(what)", remedy: remedy)
  }
}

extension VideoCodecType {
  fileprivate var isOfLibheif: Bool { self == .hevc || self == .av1 }
}
