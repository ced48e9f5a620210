import AVFoundation
import CoreMedia
import OpenCaptureMediaSamples
import OpenCapturePhotos
import OpenCaptureSession
import Testing

/// Compares constants and raw values with those of Apple's frameworks.
@Suite("Constants of AVFoundation")
struct ConstantsTests {
  /// String constants with Apple's values.
  static let strings: [(String, String)] = [
    (AVMediaType.video.rawValue, "vide"), (AVMediaType.audio.rawValue, "soun"),
    (AVMediaType.text.rawValue, "text"), (AVMediaType.closedCaption.rawValue, "clcp"),
    (AVMediaType.subtitle.rawValue, "sbtl"), (AVMediaType.timecode.rawValue, "tmcd"),
    (AVMediaType.metadata.rawValue, "meta"), (AVMediaType.metadataObject.rawValue, "mobj"),
    (AVMediaType.muxed.rawValue, "muxx"), (AVMediaType.depthData.rawValue, "dpth"),

    (AVVideoCodecType.h264.rawValue, "avc1"), (AVVideoCodecType.hevc.rawValue, "hvc1"),
    (AVVideoCodecType.jpeg.rawValue, "jpeg"), (AVFileType.mov.rawValue, "com.apple.quicktime-movie"),
    (AVFileType.mp4.rawValue, "public.mpeg-4"), (AVFileType.m4v.rawValue, "com.apple.m4v-video"),
    (AVFileType.m4a.rawValue, "com.apple.m4a-audio"), (AVFileType.wav.rawValue, "com.microsoft.waveform-audio"),
    (AVFileType.jpg.rawValue, "public.jpeg"), (AVFileType.heic.rawValue, "public.heic"),
    (AVFileType.dng.rawValue, "com.adobe.raw-image"), (AVFileType.tif.rawValue, "public.tiff"),

    (AVCaptureSession.Preset.photo.rawValue, "AVCaptureSessionPresetPhoto"),
    (AVCaptureSession.Preset.high.rawValue, "AVCaptureSessionPresetHigh"),
    (AVCaptureSession.Preset.medium.rawValue, "AVCaptureSessionPresetMedium"),
    (AVCaptureSession.Preset.low.rawValue, "AVCaptureSessionPresetLow"),
    (AVCaptureSession.Preset.inputPriority.rawValue, "AVCaptureSessionPresetInputPriority"),
    (AVCaptureSession.Preset.qvga320x240.rawValue, "AVCaptureSessionPreset320x240"),
    (AVCaptureSession.Preset.cif352x288.rawValue, "AVCaptureSessionPreset352x288"),
    (AVCaptureSession.Preset.vga640x480.rawValue, "AVCaptureSessionPreset640x480"),
    (AVCaptureSession.Preset.qHD960x540.rawValue, "AVCaptureSessionPreset960x540"),
    (AVCaptureSession.Preset.hd1280x720.rawValue, "AVCaptureSessionPreset1280x720"),
    (AVCaptureSession.Preset.hd1920x1080.rawValue, "AVCaptureSessionPreset1920x1080"),
    (AVCaptureSession.Preset.hd4K3840x2160.rawValue, "AVCaptureSessionPreset3840x2160"),
    (AVCaptureSession.Preset.iFrame960x540.rawValue, "AVCaptureSessionPresetiFrame960x540"),
    (AVCaptureSession.Preset.iFrame1280x720.rawValue, "AVCaptureSessionPresetiFrame1280x720"),

    (AVCaptureDevice.DeviceType.builtInWideAngleCamera.rawValue, "AVCaptureDeviceTypeBuiltInWideAngleCamera"),
    (AVCaptureDevice.DeviceType.builtInTelephotoCamera.rawValue, "AVCaptureDeviceTypeBuiltInTelephotoCamera"),
    (AVCaptureDevice.DeviceType.builtInUltraWideCamera.rawValue, "AVCaptureDeviceTypeBuiltInUltraWideCamera"),
    (AVCaptureDevice.DeviceType.builtInDualCamera.rawValue, "AVCaptureDeviceTypeBuiltInDualCamera"),
    (AVCaptureDevice.DeviceType.builtInTrueDepthCamera.rawValue, "AVCaptureDeviceTypeBuiltInTrueDepthCamera"),
    (AVCaptureDevice.DeviceType.external.rawValue, "AVCaptureDeviceTypeExternal"),
    (AVCaptureDevice.DeviceType.microphone.rawValue, "AVCaptureDeviceTypeMicrophone"),
    (AVCaptureDevice.DeviceType.continuityCamera.rawValue, "AVCaptureDeviceTypeContinuityCamera"),

    (AVMetadataObject.ObjectType.face.rawValue, "face"),
    (AVMetadataObject.ObjectType.qr.rawValue, "org.iso.QRCode"),
    (AVMetadataObject.ObjectType.ean13.rawValue, "org.gs1.EAN-13"),
    (AVMetadataObject.ObjectType.ean8.rawValue, "org.gs1.EAN-8"),
    (AVMetadataObject.ObjectType.upce.rawValue, "org.gs1.UPC-E"),
    (AVMetadataObject.ObjectType.code39.rawValue, "org.iso.Code39"),
    (AVMetadataObject.ObjectType.code39Mod43.rawValue, "org.iso.Code39Mod43"),
    (AVMetadataObject.ObjectType.code93.rawValue, "com.intermec.Code93"),
    (AVMetadataObject.ObjectType.code128.rawValue, "org.iso.Code128"),
    (AVMetadataObject.ObjectType.pdf417.rawValue, "org.iso.PDF417"),
    (AVMetadataObject.ObjectType.aztec.rawValue, "org.iso.Aztec"),
    (AVMetadataObject.ObjectType.dataMatrix.rawValue, "org.iso.DataMatrix"),
    (AVMetadataObject.ObjectType.interleaved2of5.rawValue, "org.ansi.Interleaved2of5"),
    (AVMetadataObject.ObjectType.itf14.rawValue, "org.gs1.ITF14"),
    (AVMetadataObject.ObjectType.codabar.rawValue, "Codabar"),
    (AVMetadataObject.ObjectType.gs1DataBar.rawValue, "org.gs1.GS1DataBar"),
    (AVMetadataObject.ObjectType.gs1DataBarExpanded.rawValue, "org.gs1.GS1DataBarExpanded"),
    (AVMetadataObject.ObjectType.gs1DataBarLimited.rawValue, "org.gs1.GS1DataBarLimited"),
    (AVMetadataObject.ObjectType.microQR.rawValue, "org.iso.MicroQR"),
    (AVMetadataObject.ObjectType.microPDF417.rawValue, "org.iso.MicroPDF417"),

    (AVLayerVideoGravity.resizeAspect.rawValue, "AVLayerVideoGravityResizeAspect"),
    (AVLayerVideoGravity.resizeAspectFill.rawValue, "AVLayerVideoGravityResizeAspectFill"),
    (AVLayerVideoGravity.resize.rawValue, "AVLayerVideoGravityResize"),
    (AVCaptureDevice.SystemPressureState.Level.serious.rawValue, "AVCaptureSystemPressureLevelSerious"),
    (AVCaptureReactionType.thumbsUp.rawValue, "ReactionThumbsUp"), (AVMetadataKeySpace.common.rawValue, "comn"),
    (AVMetadataIdentifier.commonIdentifierTitle.rawValue, "common/title"),
    (AVLinearPCMIsNonInterleaved, "AVLinearPCMIsNonInterleaved"), (AVVideoAverageBitRateKey, "AverageBitRate"),

    (AVCaptureSession.runtimeErrorNotification.rawValue, "AVCaptureSessionRuntimeErrorNotification"),
    (AVCaptureSession.didStartRunningNotification.rawValue, "AVCaptureSessionDidStartRunningNotification"),
    (AVCaptureSession.didStopRunningNotification.rawValue, "AVCaptureSessionDidStopRunningNotification"),
    (AVCaptureSession.wasInterruptedNotification.rawValue, "AVCaptureSessionWasInterruptedNotification"),
    (AVCaptureSession.interruptionEndedNotification.rawValue, "AVCaptureSessionInterruptionEndedNotification"),
    (AVCaptureDevice.wasConnectedNotification.rawValue, "AVCaptureDeviceWasConnectedNotification"),
    (AVCaptureDevice.wasDisconnectedNotification.rawValue, "AVCaptureDeviceWasDisconnectedNotification"),
    (
      AVCaptureDevice.subjectAreaDidChangeNotification.rawValue, "AVCaptureDeviceSubjectAreaDidChangeNotification"
    ), (AVCaptureSessionErrorKey, "AVCaptureSessionErrorKey"),
    (AVCaptureSessionInterruptionReasonKey, "AVCaptureSessionInterruptionReasonKey"),
  ]

  /// Raw values of enumerations in the order of Apple's values, with the first of these.
  static let numbers: [([Int], Int)] = [
    (raw([AVCaptureDevice.Position.unspecified, .back, .front]), 0),
    (raw([AVCaptureDevice.TorchMode.off, .on, .auto]), 0), (raw([AVCaptureDevice.FlashMode.off, .on, .auto]), 0),
    (raw([AVCaptureDevice.FocusMode.locked, .autoFocus, .continuousAutoFocus]), 0),
    (raw([AVCaptureDevice.ExposureMode.locked, .autoExpose, .continuousAutoExposure, .custom]), 0),
    (raw([AVCaptureDevice.WhiteBalanceMode.locked, .autoWhiteBalance, .continuousAutoWhiteBalance]), 0),
    (raw([AVAuthorizationStatus.notDetermined, .restricted, .denied, .authorized]), 0),
    (raw([AVCaptureDevice.AutoFocusRangeRestriction.none, .near, .far]), 0),
    (raw([AVCaptureColorSpace.sRGB, .P3_D65, .HLG_BT2020, .appleLog]), 0),
    (raw([AVCaptureVideoOrientation.portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft]), 1),
    (raw([AVCaptureVideoStabilizationMode.auto, .off, .standard, .cinematic]), -1),
    (raw([AVCapturePhotoOutput.QualityPrioritization.speed, .balanced, .quality]), 1),
    (raw([AVCapturePhotoOutput.CaptureReadiness.sessionNotRunning, .ready]), 0),
    (raw([AVCaptureSession.InterruptionReason.videoDeviceNotAvailableInBackground]), 1),
    (raw([AVCaptureOutput.DataDroppedReason.none, .lateData, .outOfBuffers, .discontinuity]), 0),
    (raw([AVAssetWriter.Status.unknown, .writing, .completed, .failed, .cancelled]), 0),
    (raw([CMTimeRoundingMethod.roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero]), 1),
  ]

  private static func raw<Value: RawRepresentable>(_ values: [Value]) -> [Int] where Value.RawValue: BinaryInteger {
    values.map { Int($0.rawValue) }
  }

  @Test("A constant has Apple's value", arguments: strings)
  func string(_ value: String, _ apple: String) { #expect(value == apple) }

  @Test("An enumeration has Apple's raw values", arguments: numbers)
  func number(_ values: [Int], _ first: Int) { #expect(values == Array(first..<(first + values.count))) }

  @Test("Types are created from Apple's strings")
  func created() {
    let text = String("avc1")
    #expect(AVVideoCodecType(rawValue: text) == .h264 && AVMediaType(rawValue: String("vide")) == .video)
    #expect(AVMetadataObject.ObjectType(rawValue: "org.iso.QRCode") == .qr)
    #expect(AVCaptureSession.Preset(rawValue: "AVCaptureSessionPresetiFrame960x540").selection != nil)
    #expect(AVCaptureDevice.Position(rawValue: 2) == .front && AVLayerVideoGravity(rawValue: "resize") == nil)
  }

  @Test("Short names are those of the commands")
  func names() {
    #expect(CaptureSession.Preset.all.map(\.name).prefix(5) == ["photo", "high", "medium", "low", "640x480"])
    #expect(CaptureSession.Preset.all.allSatisfy { CaptureSession.Preset(name: $0.name) == $0 })
    #expect(CaptureSession.Preset(name: "AVCaptureSessionPresetHigh") == nil)
    #expect(CaptureDevice.Position.allCases.map(\.name) == ["unspecified", "back", "front"])
    #expect(CaptureDevice.Position(name: "front") == .front && CaptureDevice.Position(name: "2") == nil)
    let types: [CaptureDevice.DeviceType] = [.builtInWideAngleCamera, .external, .microphone, .synthetic]
    #expect(types.map(\.name) == ["built-in", "external", "microphone", "synthetic"])
  }
}
