public import CoreMedia
import OpenCaptureMovies
public import OpenCapturePhotos

/// Settings of a photo; each photo needs its own object.
open class AVCapturePhotoSettings: IdentityHashable, @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify settings on several threads at once.

  /// The equivalent settings of OpenCapture.
  var photo: CapturePhotoSettings

  /// The format of the photo: ``AVVideoCodecKey`` or `kCVPixelBufferPixelFormatTypeKey`; nil for a raw photo only.
  public let format: [String: Any]?

  init(_ photo: CapturePhotoSettings, format: [String: Any]?) {
    self.photo = photo
    self.format = format
  }

  /// Creates settings of a photo in a format.
  ///
  /// - Parameter format: ``AVVideoCodecKey`` with an ``AVVideoCodecType``, or `kCVPixelBufferPixelFormatTypeKey`
  ///   with a format of `availablePhotoPixelFormatTypes`; default a JPEG, which is also the meaning of nil.
  public convenience init(format: [String: Any]? = [AVVideoCodecKey: AVVideoCodecType.jpeg]) {
    self.init(CapturePhotoSettings(format: PhotoFormat.parse(format) ?? .compressed(.jpeg)), format: format)
  }

  /// Creates settings of a raw photo and, if a format is given, a processed photo.
  public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]? = nil) {
    let photo = CapturePhotoSettings(
      rawPixelFormatType: PixelFormat(coreVideoType: rawPixelFormatType),
      processedFormat: PhotoFormat.parse(processedFormat))
    self.init(photo, format: processedFormat)
  }

  /// Creates settings of a raw photo and a processed photo, with file types.
  ///
  /// Raw photos are DNG files. The codec determines the type of the other files.
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

  /// Creates a copy of settings for another photo.
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(CapturePhotoSettings(from: photoSettings.photo), format: photoSettings.format)
  }

  /// The identifier of the request, which ``AVCaptureResolvedPhotoSettings`` also have.
  public var uniqueID: Int64 { photo.uniqueID }

  /// The Bayer pattern of the raw photo; 0 without a raw photo.
  public var rawPhotoPixelFormatType: OSType { photo.rawPhotoPixelFormatType?.coreVideoType ?? 0 }

  /// The file type of the processed photo; nil for that of the codec.
  public var processedFileType: AVFileType? { photo.processedFileType.map { AVFileType($0) } }

  /// The file type of the raw photo, DNG; nil without a raw photo.
  public var rawFileType: AVFileType? { photo.rawPhotoPixelFormatType == nil ? nil : .dng }

  /// The flash mode; default off.
  public var flashMode: AVCaptureDevice.FlashMode {
    get { photo.flashMode }
    set { photo.flashMode = newValue }
  }

  /// The priority of quality over speed; default balanced.
  public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
    get { photo.photoQualityPrioritization }
    set { photo.photoQualityPrioritization = newValue }
  }

  /// The maximum photo dimensions; default 0×0, for those of the output.
  public var maxPhotoDimensions: CMVideoDimensions {
    get { photo.maxPhotoDimensions.map { CMVideoDimensions($0) } ?? CMVideoDimensions() }
    set { photo.maxPhotoDimensions = newValue.width > 0 ? VideoDimensions(newValue) : nil }
  }

  /// The format of the preview: Core Video's keys of format, width and height; default nil, for no preview.
  public var previewPhotoFormat: [String: Any]? {
    get { photo.previewPhotoFormat.map(PhotoFormat.dictionary) }
    set { photo.previewPhotoFormat = newValue.flatMap(PhotoFormat.preview) }
  }

  /// The supported pixel formats of ``previewPhotoFormat``.
  public var availablePreviewPhotoPixelFormatTypes: [OSType] { PixelFormat.conversionTargets.map(\.coreVideoType) }

  /// The size of the embedded thumbnail: ``AVVideoWidthKey`` and ``AVVideoHeightKey``; default nil, for no
  /// thumbnail.
  public var embeddedThumbnailPhotoFormat: [String: Any]? {
    get {
      photo.embeddedThumbnailDimensions.map { size in
        [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height]
      }
    }
    set { photo.embeddedThumbnailDimensions = newValue.map(PhotoFormat.thumbnail) }
  }

  /// The supported codecs of ``embeddedThumbnailPhotoFormat``.
  public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }

  /// The file of a Live Photo's movie; default nil, for a still photo.
  public var livePhotoMovieFileURL: URL? {
    get { photo.livePhotoMovieFile.map { URL(fileURLWithPath: $0) } }
    set { photo.livePhotoMovieFile = newValue?.path }
  }

  /// The codec of a Live Photo's movie.
  public var livePhotoVideoCodecType: AVVideoCodecType {
    get { photo.livePhotoVideoCodecType }
    set { photo.livePhotoVideoCodecType = newValue }
  }

  // Implicitly unwrapped as on Apple's systems, where nil resets the property.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The additional metadata of a Live Photo's movie; default none, which is also the meaning of nil.
  public var livePhotoMovieMetadata: [AVMetadataItem]! {
    get { photo.livePhotoMovieMetadata.items }
    set { photo.livePhotoMovieMetadata = MovieMetadata(newValue ?? []) }
  }

  /// The additional metadata of the file; has no effect.
  ///
  /// Use OpenCapture's `CapturePhotoSettings.metadata` instead.
  public var metadata: [String: Any] = [:]

  /// Whether the photo can be larger than the stream; see ``maxPhotoDimensions``.
  public var isHighResolutionPhotoEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether still image stabilization is allowed; has no effect.
  public var isAutoStillImageStabilizationEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether red-eye reduction is allowed; has no effect.
  public var isAutoRedEyeReductionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether content-aware distortion correction is allowed; has no effect.
  public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether constant color is enabled; always false.
  public var isConstantColorEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether the fallback of a constant color photo is delivered; always false.
  public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether the shutter sound is suppressed; always true, because no sound is played.
  public var isShutterSoundSuppressionEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// The codecs of a raw photo's embedded thumbnail; always empty.
  public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }

  /// The embedded thumbnail of a raw photo; always nil.
  public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
    get { nil }
    set { MisuseReporter.reportUnsupported(newValue != nil) }
  }

  /// The format of the raw file; always nil.
  public var rawFileFormat: [String: Any]? { nil }

  /// Whether depth data is delivered; always false.
  public var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether depth data is embedded; has no effect.
  public var embedsDepthDataInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether depth data is filtered; has no effect.
  public var isDepthDataFiltered: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether a portrait effects matte is delivered; always false.
  public var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether a portrait effects matte is embedded; has no effect.
  public var embedsPortraitEffectsMatteInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether semantic segmentation mattes are embedded; has no effect.
  public var embedsSemanticSegmentationMattesInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The enabled semantic segmentation mattes; always empty.
  public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
    get { [] }
    set { MisuseReporter.reportUnsupported(!newValue.isEmpty) }
  }

  /// Whether camera calibration data is delivered; always false.
  public var isCameraCalibrationDataDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether fusion of two cameras is allowed; has no effect.
  public var isAutoDualCameraFusionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether fusion of several cameras is allowed; has no effect.
  public var isAutoVirtualDeviceFusionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether photos of two cameras at once are enabled; always false.
  public var isDualCameraDualPhotoDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// The cameras that each deliver a photo; always empty.
  public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
    get { [] }
    set { MisuseReporter.reportUnsupported(!newValue.isEmpty) }
  }
}
