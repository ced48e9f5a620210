import OpenCaptureMovies
public import OpenCapturePictures
public import OpenCaptureSession

extension CapturePhotoOutput {
  var capabilities: PhotoCapabilities? {
    PhotoRequestBuilder.capabilities(link, captureController, maxPhotoDimensions)
  }

  /// The available codecs of photos: JPEG and PNG, and HEVC and AV1 if libheif is installed with encoders.
  public var availablePhotoCodecTypes: [VideoCodecType] { PhotoCapabilities.codecs }

  /// The available pixel formats of photos.
  @_disfavoredOverload public var availablePhotoPixelFormatTypes: [PixelFormat] { PixelFormat.conversionTargets }

  /// The available file types of photos.
  @_disfavoredOverload public var availablePhotoFileTypes: [CapturePhotoFileType] { photoFileTypes }

  package var photoFileTypes: [CapturePhotoFileType] {
    availablePhotoCodecTypes.compactMap { CapturePhotoFileType(codec: $0) }
  }

  /// The available Bayer patterns of raw photos: that of the frames, if they have one.
  @_disfavoredOverload public var availableRawPhotoPixelFormatTypes: [PixelFormat] { rawPixelFormats }

  package var rawPixelFormats: [PixelFormat] { capabilities?.rawPixelFormats ?? [] }

  /// The available file types of raw photos.
  @_disfavoredOverload public var availableRawPhotoFileTypes: [CapturePhotoFileType] { rawFileTypes }

  package var rawFileTypes: [CapturePhotoFileType] { rawPixelFormats.isEmpty ? [] : [.dng] }

  /// Returns the codecs that a file type supports.
  @_disfavoredOverload public func supportedPhotoCodecTypes(for fileType: CapturePhotoFileType) -> [VideoCodecType]
  {
    availablePhotoCodecTypes.filter { $0 == fileType.codec }
  }

  /// Returns the uncompressed pixel formats that a file type supports: none.
  @_disfavoredOverload public func supportedPhotoPixelFormatTypes(for fileType: CapturePhotoFileType)
    -> [PixelFormat]
  { [] }

  /// Returns the Bayer patterns that a file type supports.
  @_disfavoredOverload public func supportedRawPhotoPixelFormatTypes(for fileType: CapturePhotoFileType)
    -> [PixelFormat]
  {
    fileType == .dng ? rawPixelFormats : []
  }

  /// Returns whether a pixel format is a Bayer pattern.
  @_disfavoredOverload public static func isBayerRAWPixelFormat(_ format: PixelFormat) -> Bool {
    BayerPattern(format.rawValue) != nil
  }

  /// The supported flash modes; only off if the camera has no lamp.
  public var supportedFlashModes: [CaptureDevice.FlashMode] { capabilities?.flashModes ?? [.off] }

  /// Whether the scene is so dark that `CaptureDevice.FlashMode.auto` would turn the lamp on.
  public var isFlashScene: Bool {
    guard let capabilities, capabilities.flashModes.contains(.auto) else { return false }
    return capabilities.device?.isLowLight ?? false
  }

  /// The most photos of a bracket.
  public var maxBracketedCapturePhotoCount: Int { PhotoCapabilities.bracketLimit }

  /// Whether lens stabilization is supported: always false, because no driver supports it.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  /// Whether Live Photos are supported: not if another output of the session records movies.
  public var isLivePhotoCaptureSupported: Bool { !(link.session?.recordsMovies ?? false) }

  /// The available codecs for the movies of Live Photos.
  public var availableLivePhotoVideoCodecTypes: [VideoCodecType] { MovieContainer.quickTime.codecs }

  /// Whether depth data is supported: always false.
  public var isDepthDataDeliverySupported: Bool { false }

  /// Whether portrait mattes are supported: always false.
  public var isPortraitEffectsMatteDeliverySupported: Bool { false }
}
