public import CoreMedia
import Foundation
public import OpenCapturePhotos

extension CapturePhotoOutput {
  /// Whether photos can be larger than the stream: ``maxPhotoDimensions`` says how large.
  public var isHighResolutionCaptureEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// False: several frames don't make one photo.
  public var isStillImageStabilizationSupported: Bool { false }

  /// Whether it is so dark that several frames would make one photo; no.
  public var isStillImageStabilizationScene: Bool { false }

  /// False: red eyes aren't mended.
  public var isAutoRedEyeReductionSupported: Bool { false }

  /// False: raw photos are a sensor's own values.
  public var isAppleProRAWSupported: Bool { false }

  /// Whether raw photos are Apple's own kind; no.
  public var isAppleProRAWEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isAppleProRAWEnabled: photos have none") } }
  }

  /// False: what the lens bends isn't made straight.
  public var isContentAwareDistortionCorrectionSupported: Bool { false }

  /// Whether what the lens bends is made straight; no.
  public var isContentAwareDistortionCorrectionEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isContentAwareDistortionCorrectionEnabled: photos have none") } }
  }

  /// False: colours are those of the light.
  public var isConstantColorSupported: Bool { false }

  /// Whether colours are the same in any light; no.
  public var isConstantColorEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isConstantColorEnabled: photos have none") } }
  }

  /// False: photos come once they are finished.
  public var isAutoDeferredPhotoDeliverySupported: Bool { false }

  /// Whether photos can come before they are finished; no.
  public var isAutoDeferredPhotoDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isAutoDeferredPhotoDeliveryEnabled: photos have none") } }
  }

  /// False: photos are taken as fast as they can be.
  public var isFastCapturePrioritizationSupported: Bool { false }

  /// Whether photos are simpler, where many are asked for; no.
  public var isFastCapturePrioritizationEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isFastCapturePrioritizationEnabled: photos have none") } }
  }

  /// True: nothing makes a sound.
  public var isShutterSoundSuppressionSupported: Bool { true }

  /// Whether the ends of Live Photos are cut where the camera sinks; no.
  public var isLivePhotoAutoTrimmingEnabled: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether Live Photos stay suspended when the session stops; no.
  public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
    get { false }
    set { _ = newValue }
  }

  /// What photos the scene is watched for: none.
  public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
    get { nil }
    set { if newValue != nil { Misuse.tell("photoSettingsForSceneMonitoring: the scene is always watched") } }
  }

  /// False: cameras don't act as one.
  public var isVirtualDeviceFusionSupported: Bool { false }

  /// False: cameras don't act as one.
  public var isDualCameraFusionSupported: Bool { false }

  /// False: cameras don't act as one.
  public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool { false }

  /// Whether each of several cameras gives a photo; no.
  public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isVirtualDeviceConstituentPhotoDeliveryEnabled: photos have none") } }
  }

  /// False: cameras don't act as one.
  public var isDualCameraDualPhotoDeliverySupported: Bool { false }

  /// Whether each of two cameras gives a photo; no.
  public var isDualCameraDualPhotoDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isDualCameraDualPhotoDeliveryEnabled: photos have none") } }
  }

  /// Whether photos tell distances; no.
  public var isDepthDataDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isDepthDataDeliveryEnabled: photos have none") } }
  }

  /// Whether photos tell what is a person; no.
  public var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isPortraitEffectsMatteDeliveryEnabled: photos have none") } }
  }

  /// False: no camera tells how its lens projects.
  public var isCameraCalibrationDataDeliverySupported: Bool { false }

  /// What photos can tell of what is seen: nothing.
  public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }

  /// What photos tell of what is seen: nothing.
  public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
    get { [] }
    set { if !newValue.isEmpty { Misuse.tell("enabledSemanticSegmentationMatteTypes: photos have none") } }
  }

  /// The file of a photo that was told of as a sample buffer, which isn't done here; nil where it isn't a JPEG.
  public static func jpegPhotoDataRepresentation(
    forJPEGSampleBuffer JPEGSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
  ) -> Data? { AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(JPEGSampleBuffer) }

  /// The file of a raw photo that was told of as a sample buffer, which isn't done here: nil.
  public static func dngPhotoDataRepresentation(
    forRawSampleBuffer rawSampleBuffer: CMSampleBuffer, previewPhotoSampleBuffer: CMSampleBuffer?
  ) -> Data? { nil }

  /// False: raw photos are a sensor's own values.
  public static func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }
}
