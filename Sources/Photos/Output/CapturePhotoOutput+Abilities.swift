import OpenCaptureMovies
public import OpenCapturePictures
public import OpenCaptureSession

extension CapturePhotoOutput {
  /// The available codecs of photos: JPEG and PNG, and HEVC and AV1 if libheif is installed with encoders.
  public var availablePhotoCodecTypes: [VideoCodecType] { PhotoCapabilities.codecs }

  /// The available pixel formats of photos.
  public var availablePixelFormats: [PixelFormat] { PixelFormat.conversionTargets }

  /// The available file types of photos.
  public var availableFileTypes: [CapturePhotoFileType] {
    availablePhotoCodecTypes.compactMap { CapturePhotoFileType(codec: $0) }
  }

  /// The available Bayer patterns of raw photos: that of the frames, if they have one.
  public var availableRawPixelFormats: [PixelFormat] { capabilities?.rawPixelFormats ?? [] }

  /// The available file types of raw photos.
  public var availableRawFileTypes: [CapturePhotoFileType] { availableRawPixelFormats.isEmpty ? [] : [.dng] }

  /// Returns the codecs that a file type supports.
  public func supportedCodecs(for fileType: CapturePhotoFileType) -> [VideoCodecType] {
    availablePhotoCodecTypes.filter { $0 == fileType.codec }
  }

  /// Returns the Bayer patterns that a file type supports.
  public func supportedRawPixelFormats(for fileType: CapturePhotoFileType) -> [PixelFormat] {
    fileType == .dng ? availableRawPixelFormats : []
  }

  /// Returns whether a pixel format is a Bayer pattern.
  public static func isBayerRAWPixelFormat(_ format: PixelFormat) -> Bool { BayerPattern(format.rawValue) != nil }

  /// The supported flash modes; only off if the camera has no lamp.
  public var supportedFlashModes: [CaptureDevice.FlashMode] { capabilities?.flashModes ?? [.off] }

  /// Whether the scene is so dark that `CaptureDevice.FlashMode.auto` would turn the lamp on.
  public var isFlashScene: Bool { capabilities?.device?.firesFlash(in: .auto) ?? false }

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
