import AVFoundation

/// Uses of devices, as camera controllers have them.
enum DeviceUses {
  static func discover() -> [AVCaptureDevice] {
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera, .builtInTelephotoCamera, .builtInDualCamera, .builtInTrueDepthCamera],
      mediaType: .video, position: .unspecified)
    let ultraWide = AVCaptureDevice.default(.builtInUltraWideCamera, for: .video, position: .back)
    let microphone = AVCaptureDevice.default(for: .audio)
    return discovery.devices + [ultraWide, microphone].compactMap { $0 }
  }

  static func describe(_ device: AVCaptureDevice) -> [String] {
    [
      device.localizedName, device.uniqueID, device.modelID, device.manufacturer, device.deviceType.rawValue,
      "\(device.position.rawValue) \(device.isConnected) \(device.isSuspended) \(device.isInUseByAnotherApplication)",
      "\(device.hasMediaType(.video)) \(device.supportsSessionPreset(.hd1920x1080))",
      "\(device.isVirtualDevice) \(device.constituentDevices.count) \(device.systemPressureState.level.rawValue)",
    ]
  }

  static func focus(_ device: AVCaptureDevice, at point: CGPoint) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
      device.focusPointOfInterest = point
      device.focusMode = .autoFocus
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePointOfInterest = point
      device.exposureMode = .continuousAutoExposure
    }
    if device.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) {
      device.whiteBalanceMode = .continuousAutoWhiteBalance
    }
    if device.isSmoothAutoFocusSupported { device.isSmoothAutoFocusEnabled = true }
    if device.isAutoFocusRangeRestrictionSupported { device.autoFocusRangeRestriction = .near }
    if device.isLowLightBoostSupported { device.automaticallyEnablesLowLightBoostWhenAvailable = true }
    device.isSubjectAreaChangeMonitoringEnabled = true
    print(device.isAdjustingFocus, device.isAdjustingExposure, device.isAdjustingWhiteBalance)
  }

  static func expose(_ device: AVCaptureDevice) throws {
    try device.lockForConfiguration()
    let format = device.activeFormat
    let duration = CMTimeMaximum(
      format.minExposureDuration, CMTimeMakeWithSeconds(0.01, preferredTimescale: 1_000_000))
    let iso = min(max(format.minISO, device.iso), format.maxISO)
    if device.isExposureModeSupported(.custom) {
      device.setExposureModeCustom(duration: duration, iso: iso) { time in print(CMTimeGetSeconds(time)) }
      device.setExposureModeCustom(
        duration: AVCaptureDevice.currentExposureDuration, iso: AVCaptureDevice.currentISO, completionHandler: nil)
    }
    let bias = (device.minExposureTargetBias + device.maxExposureTargetBias) / 2
    device.setExposureTargetBias(bias, completionHandler: nil)
    print(device.exposureDuration, device.exposureTargetBias, device.exposureTargetOffset, device.lensAperture)
    if device.isLockingFocusWithCustomLensPositionSupported {
      device.setFocusModeLocked(lensPosition: 0.5) { _ in }
      device.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition, completionHandler: nil)
    }
    device.unlockForConfiguration()
  }

  static func balance(_ device: AVCaptureDevice) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let values = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 5600, tint: 0)
    var gains = device.deviceWhiteBalanceGains(for: values)
    gains.redGain = min(max(1, gains.redGain), device.maxWhiteBalanceGain)
    gains.greenGain = min(max(1, gains.greenGain), device.maxWhiteBalanceGain)
    gains.blueGain = min(max(1, gains.blueGain), device.maxWhiteBalanceGain)
    if device.isLockingWhiteBalanceWithCustomDeviceGainsSupported {
      device.setWhiteBalanceModeLocked(with: gains) { _ in }
    }
    let temperature = device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains).temperature
    print(temperature, device.grayWorldDeviceWhiteBalanceGains.redGain)
  }

  static func light(_ device: AVCaptureDevice) throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    guard device.hasTorch, device.isTorchAvailable, device.isTorchModeSupported(.on) else { return }
    try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
    device.torchMode = device.isTorchActive ? .off : .auto
    print(device.torchLevel, device.hasFlash, device.isFlashAvailable)
  }

  static func zoom(_ device: AVCaptureDevice, by scale: CGFloat) throws {
    try device.lockForConfiguration()
    let largest = min(device.maxAvailableVideoZoomFactor, device.activeFormat.videoMaxZoomFactor)
    device.videoZoomFactor = max(device.minAvailableVideoZoomFactor, min(device.videoZoomFactor * scale, largest))
    device.ramp(toVideoZoomFactor: largest, withRate: 2)
    if device.isRampingVideoZoom { device.cancelVideoZoomRamp() }
    print(device.activeFormat.videoZoomFactorUpscaleThreshold, device.dualCameraSwitchOverVideoZoomFactor)
    device.unlockForConfiguration()
  }

  static func selectFastest(_ device: AVCaptureDevice) throws {
    let rates = device.formats.flatMap { format in format.videoSupportedFrameRateRanges.map { (format, $0) } }
    guard let (format, range) = rates.max(by: { $0.1.maxFrameRate < $1.1.maxFrameRate }) else { return }
    try device.lockForConfiguration()
    device.activeFormat = format
    device.activeVideoMinFrameDuration = range.minFrameDuration
    device.activeVideoMaxFrameDuration = range.maxFrameDuration
    if format.isVideoHDRSupported { device.isVideoHDREnabled = false }
    device.automaticallyAdjustsVideoHDREnabled = false
    let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
    print(size.width, size.height, format.mediaType, format.videoFieldOfView, format.isVideoBinned)
    print(format.supportedColorSpaces, format.isVideoStabilizationModeSupported(.auto), format.autoFocusSystem)
    print(CMFormatDescriptionGetMediaSubType(format.formatDescription), format.supportedDepthDataFormats.isEmpty)
    print(format.highResolutionStillImageDimensions, format.supportedMaxPhotoDimensions, device.activeColorSpace)
    device.unlockForConfiguration()
  }

  static func authorize() async -> Bool {
    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized: return true
    case .notDetermined: return await AVCaptureDevice.requestAccess(for: .video)
    case .denied, .restricted: return false
    @unknown default: return false
    }
  }
}

/// Uses of outputs and connections, as camera controllers have them.
enum OutputUses {
  static func connect(_ session: AVCaptureSession, _ camera: AVCaptureDevice) throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let input = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(input) else { return }
    session.addInputWithNoConnections(input)
    let video = AVCaptureVideoDataOutput()
    guard session.canAddOutput(video), let port = input.ports.first(where: { $0.mediaType == .video }) else {
      return
    }
    session.addOutputWithNoConnections(video)
    let connection = AVCaptureConnection(inputPorts: [port], output: video)
    if session.canAddConnection(connection) { session.addConnection(connection) }
    if connection.isVideoMirroringSupported {
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = true
    }
    if connection.isVideoOrientationSupported { connection.videoOrientation = .portrait }
    if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
    if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .cinematic }
    connection.videoScaleAndCropFactor = min(2, connection.videoMaxScaleAndCropFactor)
    print(connection.isEnabled, connection.isActive, connection.inputPorts.count, connection.output === video)
    print(port.isEnabled, port.formatDescription as Any, port.input === input, port.sourceDevicePosition)
    session.removeConnection(connection)
  }

  static func setUpFrames(_ output: AVCaptureVideoDataOutput) {
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
    output.alwaysDiscardsLateVideoFrames = true
    output.automaticallyConfiguresOutputBufferDimensions = true
    output.deliversPreviewSizedOutputBuffers = false
    print(output.availableVideoCodecTypes, output.availableVideoPixelFormatTypes.count)
    print(output.recommendedVideoSettingsForAssetWriter(writingTo: .mp4) as Any)
    print(output.connections.count, output.connection(with: .video)?.isActive as Any)
  }

  static func setUpCodes(_ output: AVCaptureMetadataOutput, _ layer: AVCaptureVideoPreviewLayer) {
    let wanted: [AVMetadataObject.ObjectType] = [
      .qr, .ean8, .ean13, .upce, .code39, .code93, .code128, .pdf417, .aztec, .dataMatrix, .interleaved2of5, .itf14,
      .face,
    ]
    output.metadataObjectTypes = wanted.filter { output.availableMetadataObjectTypes.contains($0) }
    output.rectOfInterest = layer.metadataOutputRectConverted(fromLayerRect: layer.bounds)
    print(layer.layerRectConverted(fromMetadataOutputRect: output.rectOfInterest))
    print(
      layer.captureDevicePointConverted(fromLayerPoint: .zero),
      layer.layerPointConverted(fromCaptureDevicePoint: .zero))
    layer.videoGravity = .resizeAspectFill
    print(layer.session as Any, layer.connection as Any, layer.isPreviewing)
  }

  static func read(_ object: AVMetadataObject, in layer: AVCaptureVideoPreviewLayer) -> String? {
    print(object.time, object.duration, object.bounds, object.type.rawValue)
    switch layer.transformedMetadataObject(for: object) {
    case let code as AVMetadataMachineReadableCodeObject:
      return code.stringValue.map { "\($0) \(code.corners)" }
    case let face as AVMetadataFaceObject:
      return "\(face.faceID) \(face.hasRollAngle ? face.rollAngle : 0) \(face.hasYawAngle ? face.yawAngle : 0)"
    default: return nil
    }
  }

  static func record(_ output: AVCaptureMovieFileOutput, _ delegate: AVCaptureFileOutputRecordingDelegate) {
    output.maxRecordedDuration = CMTimeMake(value: 60, timescale: 1)
    output.maxRecordedFileSize = 100_000_000
    output.minFreeDiskSpaceLimit = 1_000_000
    output.movieFragmentInterval = .invalid
    if let connection = output.connection(with: .video), output.availableVideoCodecTypes.contains(.hevc) {
      output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: connection)
      print(output.outputSettings(for: connection).count)
    }
    if output.isRecording {
      output.stopRecording()
    } else {
      output.startRecording(
        to: URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("a.mov"),
        recordingDelegate: delegate)
    }
    print(output.recordedDuration, output.recordedFileSize, output.outputFileURL as Any, output.isRecordingPaused)
  }

  static func meter(_ output: AVCaptureAudioDataOutput) -> [Float] {
    let channels = output.connection(with: .audio)?.audioChannels ?? []
    print(output.recommendedAudioSettingsForAssetWriter(writingTo: .m4a)?.count as Any)
    return channels.flatMap { [$0.averagePowerLevel, $0.peakHoldLevel, $0.isEnabled ? $0.volume : 0] }
  }
}
