// swift-format-ignore-file
// Written in the style of public camera code, and only compiled.

import AVFoundation
import AVKit
import AudioToolbox

final class SessionController: NSObject, AVCaptureSessionControlsDelegate, AVCaptureSessionDeferredStartDelegate {
  let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "session")
  private var coordinator: AVCaptureDevice.RotationCoordinator?
  private var observations: [NSKeyValueObservation] = []
  private var metadataInput: AVCaptureMetadataInput?
  private var tokens: [NSObjectProtocol] = []

  func preferredCamera() -> AVCaptureDevice? {
    if let camera = AVCaptureDevice.userPreferredCamera ?? AVCaptureDevice.systemPreferredCamera { return camera }
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInTripleCamera, .builtInDualWideCamera, .builtInUltraWideCamera, .continuityCamera, .external],
      mediaType: .video, position: .back)
    return discovery.devices.first
  }

  func choose(_ device: AVCaptureDevice) {
    AVCaptureDevice.userPreferredCamera = device
    if device.isVirtualDevice {
      let factors = device.virtualDeviceSwitchOverVideoZoomFactors.map { CGFloat($0.doubleValue) }
      let wide = device.constituentDevices.first { $0.deviceType == .builtInWideAngleCamera }
      print(factors, wide?.localizedName ?? "", device.activePrimaryConstituent?.uniqueID ?? "")
    }
    if device.activePrimaryConstituentDeviceSwitchingBehavior != .unsupported {
      device.setPrimaryConstituentDeviceSwitchingBehavior(.auto, restrictedSwitchingBehaviorConditions: [])
    }
    let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
    observations.append(
      coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: .new) { _, change in
        print(change.newValue ?? 0)
      })
    self.coordinator = coordinator
  }

  func configureDeferredStart(_ photoOutput: AVCapturePhotoOutput, _ layer: AVCaptureVideoPreviewLayer) {
    session.automaticallyRunsDeferredStart = false
    guard session.isManualDeferredStartSupported else { return }
    session.setDeferredStartDelegate(self, deferredStartDelegateCallbackQueue: queue)
    if photoOutput.isDeferredStartSupported { photoOutput.isDeferredStartEnabled = true }
    if layer.isDeferredStartSupported { layer.isDeferredStartEnabled = false }
    session.runDeferredStartWhenNeeded()
  }

  func sessionWillRunDeferredStart(_ session: AVCaptureSession) { print("will run") }

  func sessionDidRunDeferredStart(_ session: AVCaptureSession) { print("did run") }

  func addControls(_ device: AVCaptureDevice) {
    guard session.supportsControls else { return }
    session.controls.forEach { session.removeControl($0) }
    let zoom = AVCaptureSystemZoomSlider(device: device) { factor in print(factor) }
    let bias = AVCaptureSystemExposureBiasSlider(device: device)
    let lens = AVCaptureSlider("Lens", symbolName: "scope", in: 0...1)
    lens.setActionQueue(queue) { position in print(position) }
    let filter = AVCaptureIndexPicker("Filter", symbolName: "camera.filters", localizedIndexTitles: ["None", "Mono"])
    filter.setActionQueue(queue) { index in print(index) }
    for control in [zoom, bias, lens, filter] as [AVCaptureControl] where session.canAddControl(control) {
      session.addControl(control)
    }
    session.setControlsDelegate(self, queue: queue)
  }

  func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {}
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {}
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) {}

  func enableCinematicVideo(_ input: AVCaptureDeviceInput) {
    let format = input.device.activeFormat
    guard input.isCinematicVideoCaptureSupported, format.isCinematicVideoCaptureSupported else { return }
    input.isCinematicVideoCaptureEnabled = true
    input.simulatedAperture = max(format.minSimulatedAperture, min(format.defaultSimulatedAperture, format.maxSimulatedAperture))
    input.device.setCinematicVideoTrackingFocus(at: CGPoint(x: 0.5, y: 0.5), focusMode: .strong)
    input.device.setCinematicVideoFixedFocus(at: .zero, focusMode: .weak)
    input.device.setCinematicVideoTrackingFocus(detectedObjectID: 1, focusMode: .none)
  }

  func frameSmartly(_ device: AVCaptureDevice) throws {
    guard device.activeFormat.isSmartFramingSupported, let monitor = device.smartFramingMonitor else { return }
    monitor.enabledFramings = monitor.supportedFramings.filter { $0.zoomFactor <= 1 }
    try monitor.startMonitoring()
    if let framing = monitor.recommendedFraming, device.activeFormat.supportedDynamicAspectRatios.contains(framing.aspectRatio) {
      device.setDynamicAspectRatio(framing.aspectRatio) { time, error in print(time.seconds, error == nil) }
    }
    print(device.dynamicAspectRatio == .ratio3x4, device.dynamicDimensions.width, monitor.isMonitoring)
    monitor.stopMonitoring()
  }

  func watchLens(_ device: AVCaptureDevice) {
    guard device.activeFormat.isCameraLensSmudgeDetectionSupported else { return }
    device.setCameraLensSmudgeDetectionEnabled(true, detectionInterval: CMTime(value: 60, timescale: 1))
    switch device.cameraLensSmudgeDetectionStatus {
    case .smudged: print("clean the lens")
    case .smudgeNotDetected, .disabled, .unknown: break
    }
    print(device.isCameraLensSmudgeDetectionEnabled, device.nominalFocalLengthIn35mmFilm)
  }

  func synchronize(_ input: AVCaptureDeviceInput) {
    guard input.isExternalSyncSupported, AVExternalSyncDeviceDiscoverySession.isSupported else { return }
    guard let external = AVExternalSyncDeviceDiscoverySession.shared?.devices.first, external.status == .ready else { return }
    input.follow(external, videoFrameDuration: CMTime(value: 1, timescale: 24))
    if input.isLockedVideoFrameDurationSupported { input.activeLockedVideoFrameDuration = input.activeExternalSyncVideoFrameDuration }
    input.unfollowExternalSyncDevice()
  }

  func addLocation(_ format: CMFormatDescription, at time: CMTime) throws {
    let input = AVCaptureMetadataInput(formatDescription: format, clock: CMClockGetHostTimeClock())
    guard session.canAddInput(input) else { return }
    session.addInputWithNoConnections(input)
    metadataInput = input
    let item = AVMutableMetadataItem()
    item.identifier = .quickTimeMetadataLocationISO6709
    item.dataType = kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String
    item.value = "+48.8577+002.295/" as NSString
    let range = CMTimeRange(start: time, duration: .invalid)
    try metadataInput?.append(AVTimedMetadataGroup(items: [item], timeRange: range))
  }

  func writeLocation(_ writer: AVAssetWriter, _ group: AVTimedMetadataGroup) {
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: group.copyFormatDescription())
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    guard writer.canAdd(adaptor.assetWriterInput) else { return }
    writer.add(input)
    adaptor.append(group)
  }

  func followInterruptions() {
    let center = NotificationCenter.default
    let failure = center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: .main) { notification in
      print(notification.userInfo?[AVCaptureSessionErrorKey] ?? "")
    }
    let interruption = center.addObserver(forName: AVAudioSession.interruptionNotification, object: nil, queue: nil) { notification in
      guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
        AVAudioSession.InterruptionType(rawValue: value) == .ended
      else { return }
      let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
      print(AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume))
    }
    let route = center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil) { notification in
      let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0
      switch AVAudioSession.RouteChangeReason(rawValue: value) {
      case .newDeviceAvailable, .oldDeviceUnavailable: print("route changed")
      default: break
      }
    }
    tokens += [failure, interruption, route]
  }
}

func prepareAudio() throws {
  let audioSession = AVAudioSession.sharedInstance()
  try audioSession.setCategory(
    .playAndRecord, mode: .videoRecording, options: [.mixWithOthers, .allowBluetooth, .allowBluetoothA2DP, .defaultToSpeaker])
  try audioSession.setCategory(AVAudioSession.Category.record)
  try audioSession.setMode(.measurement)
  try audioSession.setPreferredSampleRate(48_000)
  try audioSession.setPreferredIOBufferDuration(0.005)
  try audioSession.setPreferredInput(audioSession.availableInputs?.first { $0.portType == .builtInMic })
  try audioSession.overrideOutputAudioPort(.speaker)
  try audioSession.setAllowHapticsAndSystemSoundsDuringRecording(true)
  try audioSession.setActive(true, options: .notifyOthersOnDeactivation)
  try audioSession.setActive(false)
  let route = audioSession.currentRoute.outputs.map(\.portName)
  print(audioSession.sampleRate, audioSession.inputNumberOfChannels, audioSession.ioBufferDuration, route)
  print(audioSession.category == .record, audioSession.mode == .measurement, audioSession.categoryOptions.isEmpty)
  switch audioSession.recordPermission {
  case .granted: break
  case .undetermined: audioSession.requestRecordPermission { granted in print(granted) }
  case .denied: throw AVError(.applicationIsNotAuthorizedToUseDevice)
  }
}

func mayRecord() async -> Bool {
  if AVAudioApplication.shared.recordPermission == .granted { return true }
  return await AVAudioApplication.requestRecordPermission()
}

func playShutterSound() {
  AudioServicesPlaySystemSound(1108)
  AudioServicesPlaySystemSound(SystemSoundID(kSystemSoundID_Vibrate))
  AudioServicesPlaySystemSoundWithCompletion(1057) { print("played") }
  AudioServicesPlayAlertSound(1005)
}

func movieSettings(_ output: AVCaptureVideoDataOutput) -> [String: Any] {
  print(output.__availableVideoPixelFormatTypes.count, output.availableVideoCVPixelFormatTypes.count)
  let compression: [String: Any] = [
    AVVideoAverageBitRateKey: 6_000_000,
    AVVideoExpectedSourceFrameRateKey: 30,
    AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
    AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
    AVVideoCleanApertureKey: [AVVideoCleanApertureWidthKey: 1920, AVVideoCleanApertureHeightKey: 1080],
    AVVideoPixelAspectRatioKey: [
      AVVideoPixelAspectRatioHorizontalSpacingKey: 1, AVVideoPixelAspectRatioVerticalSpacingKey: 1,
    ],
  ]
  return [
    AVVideoCodecKey: AVVideoCodecH264,
    AVVideoWidthKey: NSNumber(value: 1920),
    AVVideoHeightKey: NSNumber(value: 1080),
    AVVideoCompressionPropertiesKey: compression,
    AVVideoColorPropertiesKey: [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
    ],
  ]
}

func wideColorSettings() -> [String: Any] {
  [
    AVVideoCodecKey: AVVideoCodecType.proRes422HQ, AVVideoAllowWideColorKey: true,
    AVVideoColorPropertiesKey: [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_2100_HLG,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
    ],
  ]
}

func soundSettings() -> [String: Any] {
  [
    AVFormatIDKey: Int(kAudioFormatMPEG4AAC),
    AVSampleRateKey: 44_100.0,
    AVNumberOfChannelsKey: 1,
    AVEncoderBitRateKey: 64_000,
    AVEncoderBitRatePerChannelKey: 64_000,
    AVEncoderBitDepthHintKey: 16,
    AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
    AVEncoderAudioQualityForVBRKey: AVAudioQuality.max.rawValue,
    AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Variable,
    AVSampleRateConverterAlgorithmKey: AVSampleRateConverterAlgorithm_Mastering,
    AVSampleRateConverterAudioQualityKey: AVAudioQuality.medium.rawValue,
  ]
}
