public import CoreMedia
public import OpenCapturePhotos

extension CapturePhotoOutput {
  /// Whether photos can be larger than the stream; see ``maxPhotoDimensions``.
  public var isHighResolutionCaptureEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether still image stabilization is supported; always false.
  public var isStillImageStabilizationSupported: Bool { false }

  /// Whether the scene requires still image stabilization; always false.
  public var isStillImageStabilizationScene: Bool { false }

  /// Whether red-eye reduction is supported; always false.
  public var isAutoRedEyeReductionSupported: Bool { false }

  /// Whether ProRAW is supported; always false.
  public var isAppleProRAWSupported: Bool { false }

  /// Whether ProRAW is enabled; always false.
  public var isAppleProRAWEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether content-aware distortion correction is supported; always false.
  public var isContentAwareDistortionCorrectionSupported: Bool { false }

  /// Whether content-aware distortion correction is enabled; always false.
  public var isContentAwareDistortionCorrectionEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether constant color is supported; always false.
  public var isConstantColorSupported: Bool { false }

  /// Whether constant color is enabled; always false.
  public var isConstantColorEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether deferred photo delivery is supported; always false.
  public var isAutoDeferredPhotoDeliverySupported: Bool { false }

  /// Whether deferred photo delivery is enabled; always false.
  public var isAutoDeferredPhotoDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether fast capture prioritization is supported; always false.
  public var isFastCapturePrioritizationSupported: Bool { false }

  /// Whether fast capture prioritization is enabled; always false.
  public var isFastCapturePrioritizationEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether the shutter sound can be suppressed; always true, because no sound is played.
  public var isShutterSoundSuppressionSupported: Bool { true }

  /// Whether Live Photos are trimmed automatically; has no effect.
  public var isLivePhotoAutoTrimmingEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether Live Photos stay suspended when the session stops; has no effect.
  public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The settings for scene monitoring; always nil.
  public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
    get { nil }
    set { MisuseReporter.reportUnsupported(newValue != nil) }
  }

  /// Whether fusion of several cameras is supported; always false.
  public var isVirtualDeviceFusionSupported: Bool { false }

  /// Whether fusion of two cameras is supported; always false.
  public var isDualCameraFusionSupported: Bool { false }

  /// Whether photos of several cameras at once are supported; always false.
  public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool { false }

  /// Whether photos of several cameras at once are enabled; always false.
  public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether photos of two cameras at once are supported; always false.
  public var isDualCameraDualPhotoDeliverySupported: Bool { false }

  /// Whether photos of two cameras at once are enabled; always false.
  public var isDualCameraDualPhotoDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether depth data is delivered; always false.
  public var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether a portrait effects matte is delivered; always false.
  public var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// Whether camera calibration data is supported; always false.
  public var isCameraCalibrationDataDeliverySupported: Bool { false }

  /// The supported semantic segmentation mattes; always empty.
  public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }

  /// The enabled semantic segmentation mattes; always empty.
  public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
    get { [] }
    set { MisuseReporter.reportUnsupported(!newValue.isEmpty) }
  }

  /// Returns the file of a photo in a sample buffer; nil if it is not a JPEG.
  ///
  /// The preview is not added to the file.
  public static func jpegPhotoDataRepresentation(
    forJPEGSampleBuffer JPEGSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
  ) -> Data? { AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(JPEGSampleBuffer) }

  /// Returns the file of a raw photo in a sample buffer; nil for other sample buffers.
  ///
  /// The preview is not added to the file.
  public static func dngPhotoDataRepresentation(
    forRawSampleBuffer rawSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
  ) -> Data? {
    guard rawSampleBuffer.format.codec == .dng else { return nil }
    return rawSampleBuffer.data?.withUnsafeBytes { Data($0) }
  }

  /// Returns whether a pixel format is ProRAW; always false.
  public static func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }
}
