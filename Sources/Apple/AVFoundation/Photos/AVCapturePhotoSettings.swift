public import CoreMedia
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
public import OpenCapturePhotos
import OpenCapturePictures

/// How a photo is to be taken: once, so that each photo needs settings of its own.
open class AVCapturePhotoSettings: @unchecked Sendable {
  // Unchecked, as on Apple's systems: who changes settings on several threads has to see to it.

  /// Ours, which these stand for.
  var photo: CapturePhotoSettings

  /// How the photo is stored, under ``AVVideoCodecKey`` or Core Video's `kCVPixelBufferPixelFormatTypeKey`; nil for a raw
  /// photo alone.
  public let format: [String: Any]?

  init(_ photo: CapturePhotoSettings, format: [String: Any]?) { (self.photo, self.format) = (photo, format) }

  /// Asks for a JPEG.
  public convenience init() { self.init(CapturePhotoSettings(), format: [AVVideoCodecKey: AVVideoCodecType.jpeg]) }

  /// Asks for a photo stored in a way.
  ///
  /// - Parameter format: ``AVVideoCodecKey`` with an ``AVVideoCodecType``, or `kCVPixelBufferPixelFormatTypeKey` with a
  ///   format of `availablePhotoPixelFormatTypes`; nil for a JPEG.
  public convenience init(format: [String: Any]?) {
    self.init(CapturePhotoSettings(format: PhotoFormat.parse(format) ?? .compressed(.jpeg)), format: format)
  }

  /// Asks for a sensor's own values.
  public convenience init(rawPixelFormatType: OSType) {
    self.init(CapturePhotoSettings(rawPixelFormatType: PixelFormat(coreVideoType: rawPixelFormatType)), format: nil)
  }

  /// Asks for a sensor's own values, and for a photo made of them.
  public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]?) {
    let photo = CapturePhotoSettings(
      rawPixelFormatType: PixelFormat(coreVideoType: rawPixelFormatType),
      processedFormat: PhotoFormat.parse(processedFormat))
    self.init(photo, format: processedFormat)
  }

  /// Asks for a sensor's own values, and for a photo made of them, in kinds of files: raw ones are DNG, others are what
  /// their codec says.
  public convenience init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?
  ) {
    if rawPixelFormatType == 0 {
      let format = PhotoFormat.parse(processedFormat) ?? .compressed(.jpeg)
      let photo = CapturePhotoSettings(format: format, processedFileType: processedFileType?.photoFileType)
      self.init(photo, format: processedFormat)
    } else {
      self.init(rawPixelFormatType: rawPixelFormatType, processedFormat: processedFormat)
    }
  }

  /// Asks for the same once more.
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(CapturePhotoSettings(from: photoSettings.photo), format: photoSettings.format)
  }

  /// The number of the request, which the photo's ``AVCaptureResolvedPhotoSettings`` have, too.
  public var uniqueID: Int64 { photo.uniqueID }

  /// The pattern of the raw photo; 0 where none is asked for.
  public var rawPhotoPixelFormatType: OSType { photo.rawPhotoPixelFormatType?.coreVideoType ?? 0 }

  /// The kind of the photo's file; nil for what its codec says.
  public var processedFileType: AVFileType? { photo.processedFileType.map { AVFileType($0) } }

  /// The kind of the raw photo's file: DNG.
  public var rawFileType: AVFileType? { photo.rawPhotoPixelFormatType == nil ? nil : .dng }

  /// How the camera's lamp is used; default off.
  public var flashMode: AVCaptureDevice.FlashMode {
    get { photo.flashMode }
    set { photo.flashMode = newValue }
  }

  /// Whether it may take longer, for a better photo; default balanced.
  public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
    get { photo.photoQualityPrioritization }
    set { photo.photoQualityPrioritization = newValue }
  }

  /// The largest that the photo may be; 0×0, the default, for what the output says.
  public var maxPhotoDimensions: CMVideoDimensions {
    get { photo.maxPhotoDimensions.map { CMVideoDimensions($0) } ?? CMVideoDimensions() }
    set { photo.maxPhotoDimensions = newValue.width > 0 ? VideoDimensions(newValue) : nil }
  }

  /// What of the photo is delivered small beside it, under Core Video's keys for format, width and height; nil, the
  /// default, for none.
  public var previewPhotoFormat: [String: Any]? {
    get { photo.previewPhotoFormat.map(PhotoFormat.dictionary) }
    set { photo.previewPhotoFormat = newValue.flatMap(PhotoFormat.preview) }
  }

  /// The formats that ``previewPhotoFormat`` can have.
  public var availablePreviewPhotoPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// How large the small picture within the file is, under ``AVVideoWidthKey`` and ``AVVideoHeightKey``; nil, the
  /// default, for none.
  public var embeddedThumbnailPhotoFormat: [String: Any]? {
    get {
      photo.embeddedThumbnailDimensions.map { size in
        [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height]
      }
    }
    set { photo.embeddedThumbnailDimensions = newValue.map(PhotoFormat.thumbnail) }
  }

  /// The codecs that ``embeddedThumbnailPhotoFormat`` can have.
  public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }

  /// Where a Live Photo's movie goes; nil, the default, for a photo alone.
  public var livePhotoMovieFileURL: URL? {
    get { photo.livePhotoMovieFile.map { URL(fileURLWithPath: $0) } }
    set { photo.livePhotoMovieFile = newValue?.path }
  }

  /// How a Live Photo's movie is compressed.
  public var livePhotoVideoCodecType: AVVideoCodecType {
    get { photo.livePhotoVideoCodecType }
    set { photo.livePhotoVideoCodecType = newValue }
  }

  // As on Apple's systems, where nil resets it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What a Live Photo's movie says of itself, beside what is known; default nothing, which nil means as well.
  public var livePhotoMovieMetadata: [AVMetadataItem]! {
    get { photo.livePhotoMovieMetadata.items }
    set { photo.livePhotoMovieMetadata = MovieMetadata(newValue ?? []) }
  }

  /// What the file is to say besides: nothing of it is written; ours, `CapturePhotoSettings.metadata`, is.
  public var metadata: [String: Any] = [:]
}
