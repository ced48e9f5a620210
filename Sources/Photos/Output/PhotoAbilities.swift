import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSession

/// What photos can be taken now, and what settings come to: a value, made for each question.
struct PhotoAbilities: Sendable {
  /// The camera; nil for a source that is none.
  let device: CaptureDevice?
  /// What is streamed now.
  let stream: FormatDescription
  /// The formats that could be streamed for a photo; none where the stream has to stay as it is.
  let formats: [CaptureDevice.Format]
  /// The largest that photos may be, where their settings don't say; nil for as large as what is streamed.
  let maxPhotoDimensions: VideoDimensions?
  /// Whether what is seen around photos is kept.
  var takesLivePhotos = false

  /// How many photos a bracket has at most.
  static let bracketLimit = 8

  /// The codecs that can be written here.
  static var codecs: [VideoCodecType] { [.jpeg, .png] + [.hevc, .av1].filter(HEIFEncoder.isAvailable) }

  /// Whether the camera has a lamp.
  var flashModes: [CaptureDevice.FlashMode] { device?.hasTorch ?? false ? [.off, .on, .auto] : [.off] }

  /// The Bayer patterns that frames have.
  var rawPixelFormats: [PixelFormat] {
    BayerPattern(stream) == nil ? [] : [PixelFormat(rawValue: stream.mediaSubType)]
  }

  // MARK: What settings come to

  /// The format that the photo has to be taken in; nil for the one that is streamed.
  func format(for settings: CapturePhotoSettings) -> FormatSelection.Choice? {
    guard let limit = settings.maxPhotoDimensions ?? maxPhotoDimensions, settings.rawPhotoPixelFormatType == nil,
      stream.dimensions.width < limit.width, stream.dimensions.height < limit.height
    else { return nil }
    let larger = formats.filter {
      $0.dimensions.width <= limit.width && $0.dimensions.height <= limit.height
        && $0.dimensions.pixelCount > stream.dimensions.pixelCount
    }
    return FormatSelection(requiresExactSize: false).choose(from: larger)
  }

  /// What the photo will be, once it is known in which format it is taken.
  func resolve(
    _ settings: CapturePhotoSettings, frameCount: Int, in format: CaptureDevice.Format?
  ) -> CaptureResolvedPhotoSettings {
    var resolved = CaptureResolvedPhotoSettings(uniqueID: settings.uniqueID)
    let stored = format?.dimensions ?? stream.dimensions
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
    switch settings.flashMode {
    case .off: break
    case .on: resolved.isFlashEnabled = true
    case .auto: resolved.isFlashEnabled = device?.isDark ?? false
    }
    return resolved
  }
}
