public import OpenCaptureMediaSamples
public import OpenCaptureMovies
public import OpenCapturePictures
public import OpenCaptureSession
import OpenCaptureSystem

/// The settings of one photo (`AVCapturePhotoSettings`), copied when the photo is requested and used once.
///
///     var settings = CapturePhotoSettings(format: .compressed(.jpeg))
///     settings.flashMode = .auto
///     try output.capturePhoto(with: settings, delegate: self)
public struct CapturePhotoSettings: Sendable {
  /// The format of a processed photo.
  public enum Format: Sendable, Hashable {
    /// Encoded with one of ``CapturePhotoOutput/availablePhotoCodecTypes``.
    ///
    /// The quality is 0 to 1, or nil for the default quality. With nil, JPEG data from the camera is kept unchanged.
    case compressed(VideoCodecType, quality: Float? = nil)
    /// Pixels in one of ``CapturePhotoOutput/availablePixelFormats``.
    case pixels(PixelFormat)
  }

  /// The format of a preview.
  public struct PreviewFormat: Sendable, Hashable {
    /// The pixel format (default: BGRA).
    public var pixelFormat: PixelFormat
    /// The most pixels in width and height; the preview keeps the aspect ratio of the photo.
    public var dimensions: VideoDimensions

    /// Creates a format.
    public init(pixelFormat: PixelFormat = .bgra, dimensions: VideoDimensions) {
      self.pixelFormat = pixelFormat
      self.dimensions = dimensions
    }
  }

  /// The identity of settings and their use, shared by copies.
  final class Token: Sendable {
    private static let next = Locked<Int64>(1)
    private let isUsed = Locked(false)
    let id: Int64

    init() {
      id = Self.next.withLock { next in
        defer { next += 1 }
        return next
      }
    }

    /// Marks the settings as used, and returns whether this was the first use.
    func use() -> Bool {
      isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
    }
  }

  private(set) var token = Token()

  /// The unique identifier of the photo.
  public var uniqueID: Int64 { token.id }

  /// The format of the processed photo; nil if only a raw one is requested.
  public let format: Format?

  /// The Bayer pattern of the raw photo; nil for none.
  public let rawPhotoPixelFormatType: PixelFormat?

  /// The file type of the processed photo (default: that of the format).
  public let processedFileType: CapturePhotoFileType?

  /// The use of the lamp (default: off).
  public var flashMode: CaptureDevice.FlashMode = .off

  /// The priority of quality or speed (default: ``CapturePhotoOutput/QualityPrioritization/balanced``).
  public var photoQualityPrioritization: CapturePhotoOutput.QualityPrioritization = .balanced

  /// The largest size of the photo (default: nil, for ``CapturePhotoOutput/maxDimensions``).
  public var maxPhotoDimensions: VideoDimensions?

  /// The format of a preview (default: nil, for none).
  public var previewPhotoFormat: PreviewFormat?

  /// The most pixels in width and height of the JPEG thumbnail in the file (default: nil, for none).
  ///
  /// Only JPEG files contain a thumbnail.
  public var embeddedThumbnailDimensions: VideoDimensions?

  /// The metadata of the photo, such as its location; they take precedence over those of the camera.
  ///
  /// The orientation is always that of the frame. The date and the exposure are added if they are not set.
  public var metadata = PictureMetadata()

  /// The path of the movie of a Live Photo, ending in `.mov` or `.mp4` (default: nil, for a still only).
  ///
  /// The movie contains the three seconds around the still, with sound if the session has a microphone. The still and
  /// the movie share a content identifier, which JPEG, HEIC and AVIF store in Apple's maker note. See
  /// ``CapturePhotoOutput/isLivePhotoCaptureEnabled``.
  public var livePhotoMovieFile: String?

  /// The codec of the movie (default: H.264).
  public var livePhotoVideoCodecType = VideoCodecType.h264

  /// The metadata of the movie; the output adds the date and the camera if they are not set.
  public var livePhotoMovieMetadata = MovieMetadata()

  /// Whether to deliver depth data; see ``CapturePhotoOutput/isDepthDataDeliverySupported``.
  public var isDepthDataDeliveryEnabled = false

  /// Whether to deliver mattes; see ``CapturePhotoOutput/isPortraitEffectsMatteDeliverySupported``.
  public var isPortraitEffectsMatteDeliveryEnabled = false

  /// Creates settings for a JPEG.
  public init() { self.init(format: .compressed(.jpeg)) }

  /// Creates settings for a processed photo.
  public init(format: Format, processedFileType: CapturePhotoFileType? = nil) {
    self.format = format
    rawPhotoPixelFormatType = nil
    self.processedFileType = processedFileType
  }

  /// Creates settings for a raw photo, a DNG file.
  public init(rawPixelFormatType: PixelFormat) {
    format = nil
    rawPhotoPixelFormatType = rawPixelFormatType
    processedFileType = nil
  }

  /// Creates settings for a raw photo and a processed one of the same frame.
  public init(rawPixelFormatType: PixelFormat, processedFormat: Format?) {
    format = processedFormat
    rawPhotoPixelFormatType = rawPixelFormatType
    processedFileType = nil
  }

  /// Creates a copy of settings for another photo.
  public init(from other: CapturePhotoSettings) {
    self = other
    token = Token()
  }

  var photosPerFrame: Int { (format == nil ? 0 : 1) + (rawPhotoPixelFormatType == nil ? 0 : 1) }
}

/// The resolved settings of a photo (`AVCaptureResolvedPhotoSettings`).
///
/// Dimensions are those of stored pictures, before the orientation is applied; 0×0 for pictures that were not
/// requested.
public struct CaptureResolvedPhotoSettings: Sendable, Hashable {
  /// The unique identifier of the settings.
  public let uniqueID: Int64
  /// The dimensions of the processed photo.
  public internal(set) var photoDimensions = VideoDimensions.none
  /// The dimensions of the raw photo.
  public internal(set) var rawPhotoDimensions = VideoDimensions.none
  /// The dimensions of the preview.
  public internal(set) var previewDimensions = VideoDimensions.none
  /// The dimensions of the thumbnail in the file.
  public internal(set) var embeddedThumbnailDimensions = VideoDimensions.none
  /// The dimensions of a Live Photo's movie.
  public internal(set) var livePhotoMovieDimensions = VideoDimensions.none
  /// The number of expected photos.
  public internal(set) var expectedPhotoCount = 1
  /// Whether the lamp is turned on.
  public internal(set) var isFlashEnabled = false

  init(uniqueID: Int64) { self.uniqueID = uniqueID }
}

extension VideoDimensions {
  /// The dimensions of a missing picture.
  static let none = VideoDimensions(width: 0, height: 0)

  /// Returns the largest size of the same aspect ratio that exceeds neither a limit nor this size.
  func fitted(into limit: VideoDimensions) -> VideoDimensions {
    let scale = min(1, Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return VideoDimensions(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded()))
    )
  }
}
