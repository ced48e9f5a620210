import OpenCaptureSystem
public import OpenCaptureSession
public import OpenCaptureMovies
public import OpenCapturePictures

/// What one photo is to be (`AVCapturePhotoSettings`): made anew for each, and copied when the photo is asked for.
///
///     var settings = CapturePhotoSettings(format: .compressed(.jpeg))
///     settings.flashMode = .auto
///     try output.capturePhoto(with: settings, delegate: self)
public struct CapturePhotoSettings: Sendable {
  /// How a processed photo is stored.
  public enum Format: Sendable, Hashable {
    /// Encoded: one of ``CapturePhotoOutput/availablePhotoCodecTypes``. The quality is 0 to 1; nil for the usual one,
    /// with which a camera's own JPEG is taken as it is.
    case compressed(VideoCodecType, quality: Float? = nil)
    /// As pixels: one of ``CapturePhotoOutput/availablePhotoPixelFormatTypes``.
    case pixels(PixelFormat)
  }

  /// What a preview is to be.
  public struct PreviewFormat: Sendable, Hashable {
    /// The pixels; default BGRA.
    public var pixelFormat: PixelFormat
    /// The most pixels across and down; the preview keeps the photo's shape.
    public var dimensions: VideoDimensions

    /// Makes a wish.
    public init(pixelFormat: PixelFormat = .bgra, dimensions: VideoDimensions) {
      (self.pixelFormat, self.dimensions) = (pixelFormat, dimensions)
    }
  }

  /// What tells settings from all others, and whether they were used: shared by copies.
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

    /// Whether this is the first use.
    func use() -> Bool {
      isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
    }
  }

  let token = Token()

  /// What tells the photo from all others.
  public var uniqueID: Int64 { token.id }

  /// How the processed photo is stored; nil where only a raw one is asked for.
  public let format: Format?

  /// The Bayer pattern of the raw photo; nil for none.
  public let rawPhotoPixelFormatType: PixelFormat?

  /// The kind of file that the processed photo is for; default that of the format.
  public let processedFileType: CapturePhotoFileType?

  /// Whether the lamp is lit; default off.
  public var flashMode: CaptureDevice.FlashMode = .off

  /// What counts more, the picture or the time that it takes; default ``CapturePhotoOutput/QualityPrioritization/balanced``.
  public var photoQualityPrioritization: CapturePhotoOutput.QualityPrioritization = .balanced

  /// The largest that the photo may be; default nil, as large as ``CapturePhotoOutput/maxPhotoDimensions`` says.
  public var maxPhotoDimensions: VideoDimensions?

  /// The preview that comes with the photo; default none.
  public var previewPhotoFormat: PreviewFormat?

  /// The most pixels across and down of the small picture within the file, a JPEG; default nil, for none.
  ///
  /// Of JPEG alone.
  public var embeddedThumbnailDimensions: VideoDimensions?

  /// What the caller knows of the photo: its place and other facts, which go before what the camera says.
  ///
  /// The orientation is that of the frame; date and exposure are the camera's as far as nothing is said here.
  public var metadata = PictureMetadata()

  /// Where the movie goes that makes the photo a Live Photo: a name that ends in `.mov` or `.mp4`; default nil, for a
  /// still alone.
  ///
  /// It has what was seen, and heard where there is a microphone, in the three seconds around the still, and says the same
  /// content identifier as the still does (JPEG, HEIC and AVIF in Apple's maker note). See
  /// ``CapturePhotoOutput/isLivePhotoCaptureEnabled``.
  public var livePhotoMovieFile: String?

  /// How the movie is coded; default H.264.
  public var livePhotoVideoCodecType = VideoCodecType.h264

  /// What the movie says of itself; where it says nothing of when and with which camera it was made, the output does.
  public var livePhotoMovieMetadata = MovieMetadata()

  /// Whether depth is to come with the photo; see ``CapturePhotoOutput/isDepthDataDeliverySupported``.
  public var isDepthDataDeliveryEnabled = false

  /// Whether mattes are to come with the photo; see ``CapturePhotoOutput/isPortraitEffectsMatteDeliverySupported``.
  public var isPortraitEffectsMatteDeliveryEnabled = false

  /// A JPEG.
  public init() { self.init(format: .compressed(.jpeg)) }

  /// A processed photo.
  public init(format: Format, processedFileType: CapturePhotoFileType? = nil) {
    (self.format, rawPhotoPixelFormatType) = (format, nil)
    self.processedFileType = processedFileType
  }

  /// A raw photo, a DNG file.
  public init(rawPixelFormatType: PixelFormat) {
    (format, rawPhotoPixelFormatType, processedFileType) = (nil, rawPixelFormatType, nil)
  }

  /// A raw photo, and a processed one of the same frame.
  public init(rawPixelFormatType: PixelFormat, processedFormat: Format?) {
    (format, rawPhotoPixelFormatType, processedFileType) = (processedFormat, rawPixelFormatType, nil)
  }

  /// The same as others, for another photo.
  public init(from other: CapturePhotoSettings) {
    (format, rawPhotoPixelFormatType) = (other.format, other.rawPhotoPixelFormatType)
    processedFileType = other.processedFileType
    (flashMode, photoQualityPrioritization) = (other.flashMode, other.photoQualityPrioritization)
    (maxPhotoDimensions, previewPhotoFormat) = (other.maxPhotoDimensions, other.previewPhotoFormat)
    (embeddedThumbnailDimensions, metadata) = (other.embeddedThumbnailDimensions, other.metadata)
    livePhotoMovieFile = other.livePhotoMovieFile
    (livePhotoVideoCodecType, livePhotoMovieMetadata) = (
      other.livePhotoVideoCodecType, other.livePhotoMovieMetadata
    )
    isDepthDataDeliveryEnabled = other.isDepthDataDeliveryEnabled
    isPortraitEffectsMatteDeliveryEnabled = other.isPortraitEffectsMatteDeliveryEnabled
  }

  /// How many photos come of each frame.
  var photosPerFrame: Int { (format == nil ? 0 : 1) + (rawPhotoPixelFormatType == nil ? 0 : 1) }
}
