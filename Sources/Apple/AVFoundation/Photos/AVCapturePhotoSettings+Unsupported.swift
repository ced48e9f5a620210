import Foundation

extension AVCapturePhotoSettings {
  /// Whether the photo can be larger than the stream: ``maxPhotoDimensions`` says how large.
  public var isHighResolutionPhotoEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Whether several frames may make the photo; they don't.
  public var isAutoStillImageStabilizationEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether red eyes may be mended; they aren't.
  public var isAutoRedEyeReductionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether what the lens bends may be made straight; it isn't.
  public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether colours are the same in any light; no.
  public var isConstantColorEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isConstantColorEnabled: photos have none") } }
  }

  /// Whether a usual photo comes as well; no.
  public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isConstantColorFallbackPhotoDeliveryEnabled: photos have none") } }
  }

  /// Whether no sound is made; none is.
  public var isShutterSoundSuppressionEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// The codecs of the small picture within a raw photo's file: there is none.
  public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }

  /// The small picture within a raw photo's file; none.
  public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
    get { nil }
    set { if newValue != nil { Misuse.tell("rawEmbeddedThumbnailPhotoFormat: photos have none") } }
  }

  /// How a raw photo is compressed: not.
  public var rawFileFormat: [String: Any]? { nil }

  /// Whether the photo tells distances; no.
  public var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isDepthDataDeliveryEnabled: photos have none") } }
  }

  /// Whether the file tells distances; no.
  public var embedsDepthDataInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether distances are smoothed; there are none.
  public var isDepthDataFiltered: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the photo tells what is a person; no.
  public var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isPortraitEffectsMatteDeliveryEnabled: photos have none") } }
  }

  /// Whether the file tells what is a person; no.
  public var embedsPortraitEffectsMatteInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the file tells what is seen; no.
  public var embedsSemanticSegmentationMattesInPhoto: Bool {
    get { false }
    set { _ = newValue }
  }

  /// What the photo tells of what is seen: nothing.
  public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
    get { [] }
    set { if !newValue.isEmpty { Misuse.tell("enabledSemanticSegmentationMatteTypes: photos have none") } }
  }

  /// Whether the photo tells how the lens projects; no.
  public var isCameraCalibrationDataDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isCameraCalibrationDataDeliveryEnabled: photos have none") } }
  }

  /// Whether two cameras may make the photo; they don't.
  public var isAutoDualCameraFusionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether several cameras may make the photo; they don't.
  public var isAutoVirtualDeviceFusionEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether each of two cameras gives a photo; no.
  public var isDualCameraDualPhotoDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isDualCameraDualPhotoDeliveryEnabled: photos have none") } }
  }

  /// Which of several cameras give a photo each: none.
  public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
    get { [] }
    set {
      if !newValue.isEmpty { Misuse.tell("virtualDeviceConstituentPhotoDeliveryEnabledDevices: photos have none") }
    }
  }
}
