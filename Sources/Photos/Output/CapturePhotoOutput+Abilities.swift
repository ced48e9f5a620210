import OpenCaptureMovies
public import OpenCapturePictures
public import OpenCaptureSession

extension CapturePhotoOutput {
  var abilities: PhotoAbilities? { PhotoRequest.abilities(link, shutter, maxPhotoDimensions) }

  /// The codecs that photos can be written in: JPEG and PNG, HEVC and AV1 where libheif is installed and has encoders.
  public var availablePhotoCodecTypes: [VideoCodecType] { PhotoAbilities.codecs }

  /// The pixels that photos can be had as.
  @_disfavoredOverload public var availablePhotoPixelFormatTypes: [PixelFormat] { PixelFormat.conversionTargets }

  /// The kinds of file that photos can be had as.
  @_disfavoredOverload public var availablePhotoFileTypes: [CapturePhotoFileType] { photoFileTypes }

  package var photoFileTypes: [CapturePhotoFileType] {
    availablePhotoCodecTypes.compactMap { CapturePhotoFileType(codec: $0) }
  }

  /// The Bayer patterns that raw photos can be had in: that of the frames, where they have one.
  @_disfavoredOverload public var availableRawPhotoPixelFormatTypes: [PixelFormat] { rawPixelFormats }

  package var rawPixelFormats: [PixelFormat] { abilities?.rawPixelFormats ?? [] }

  /// The kinds of file that raw photos can be had as.
  @_disfavoredOverload public var availableRawPhotoFileTypes: [CapturePhotoFileType] { rawFileTypes }

  package var rawFileTypes: [CapturePhotoFileType] { rawPixelFormats.isEmpty ? [] : [.dng] }

  /// The codecs that a kind of file can have.
  @_disfavoredOverload public func supportedPhotoCodecTypes(for fileType: CapturePhotoFileType) -> [VideoCodecType]
  {
    availablePhotoCodecTypes.filter { $0 == fileType.codec }
  }

  /// The pixels that a kind of file can have uncompressed: none.
  @_disfavoredOverload public func supportedPhotoPixelFormatTypes(for fileType: CapturePhotoFileType)
    -> [PixelFormat]
  { [] }

  /// The Bayer patterns that a kind of file can have.
  @_disfavoredOverload public func supportedRawPhotoPixelFormatTypes(for fileType: CapturePhotoFileType)
    -> [PixelFormat]
  {
    fileType == .dng ? rawPixelFormats : []
  }

  /// Whether pixels lie in a Bayer pattern.
  @_disfavoredOverload public static func isBayerRAWPixelFormat(_ format: PixelFormat) -> Bool {
    BayerPattern(format.rawValue) != nil
  }

  /// How the lamp can be used; off alone where the camera has none.
  public var supportedFlashModes: [CaptureDevice.FlashMode] { abilities?.flashModes ?? [.off] }

  /// Whether it is so dark that `CaptureDevice.FlashMode.auto` would light the lamp.
  public var isFlashScene: Bool {
    guard let abilities, abilities.flashModes.contains(.auto) else { return false }
    return abilities.device?.isDark ?? false
  }

  /// How many photos a bracket has at most.
  public var maxBracketedCapturePhotoCount: Int { PhotoAbilities.bracketLimit }

  /// False: no driver here stabilises a lens.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  /// Whether Live Photos can be taken: not beside an output that records movies.
  public var isLivePhotoCaptureSupported: Bool { !(link.session?.recordsMovies ?? false) }

  /// How the movies of Live Photos can be coded.
  public var availableLivePhotoVideoCodecTypes: [VideoCodecType] { MovieContainer.quickTime.codecs }

  /// False: no camera here has depth.
  public var isDepthDataDeliverySupported: Bool { false }

  /// False: nothing here makes mattes.
  public var isPortraitEffectsMatteDeliverySupported: Bool { false }
}
