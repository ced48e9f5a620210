// swift-format-ignore-file
// Written in the style of Apple's documentation.

import AVFoundation

final class CameraController: NSObject {
  enum SetupResult { case success, notAuthorized, configurationFailed }
  let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "session queue")
  private var setupResult: SetupResult = .success
  private var videoDeviceInput: AVCaptureDeviceInput!
  private let photoOutput = AVCapturePhotoOutput()
  private var movieFileOutput: AVCaptureMovieFileOutput?
  private var keyValueObservations: [NSKeyValueObservation] = []
  let previewLayer = AVCaptureVideoPreviewLayer()
  private let videoDeviceDiscoverySession = AVCaptureDevice.DiscoverySession(
    deviceTypes: [.builtInWideAngleCamera, .builtInDualCamera, .builtInTrueDepthCamera], mediaType: .video,
    position: .unspecified)

  func start() {
    previewLayer.session = session
    previewLayer.videoGravity = .resizeAspectFill
    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized: break
    case .notDetermined:
      sessionQueue.suspend()
      AVCaptureDevice.requestAccess(
        for: .video,
        completionHandler: { granted in
          if !granted { self.setupResult = .notAuthorized }
          self.sessionQueue.resume()
        })
    default: setupResult = .notAuthorized
    }
    sessionQueue.async { self.configureSession() }
  }

  private func configureSession() {
    if setupResult != .success { return }
    session.beginConfiguration()
    session.sessionPreset = .photo
    do {
      var defaultVideoDevice: AVCaptureDevice?
      if let dualCameraDevice = AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back) {
        defaultVideoDevice = dualCameraDevice
      } else if let backCameraDevice = AVCaptureDevice.default(
        .builtInWideAngleCamera, for: .video, position: .back)
      {
        defaultVideoDevice = backCameraDevice
      } else if let frontCameraDevice = AVCaptureDevice.default(
        .builtInWideAngleCamera, for: .video, position: .front)
      {
        defaultVideoDevice = frontCameraDevice
      }
      guard let videoDevice = defaultVideoDevice else {
        print("Default video device is unavailable.")
        setupResult = .configurationFailed
        session.commitConfiguration()
        return
      }
      let videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
      if session.canAddInput(videoDeviceInput) {
        session.addInput(videoDeviceInput)
        self.videoDeviceInput = videoDeviceInput
        DispatchQueue.main.async {
          var initialVideoOrientation: AVCaptureVideoOrientation = .portrait
          if let o = AVCaptureVideoOrientation(rawValue: 3) { initialVideoOrientation = o }
          self.previewLayer.connection?.videoOrientation = initialVideoOrientation
        }
      } else {
        setupResult = .configurationFailed
        session.commitConfiguration()
        return
      }
    } catch {
      print("Couldn't create video device input: \(error)")
      setupResult = .configurationFailed
      session.commitConfiguration()
      return
    }
    do {
      let audioDevice = AVCaptureDevice.default(for: .audio)
      let audioDeviceInput = try AVCaptureDeviceInput(device: audioDevice!)
      if session.canAddInput(audioDeviceInput) { session.addInput(audioDeviceInput) }
    } catch { print(error) }
    if session.canAddOutput(photoOutput) {
      session.addOutput(photoOutput)
      photoOutput.isHighResolutionCaptureEnabled = true
      photoOutput.isLivePhotoCaptureEnabled = photoOutput.isLivePhotoCaptureSupported
      photoOutput.isDepthDataDeliveryEnabled = photoOutput.isDepthDataDeliverySupported
      photoOutput.isPortraitEffectsMatteDeliveryEnabled = photoOutput.isPortraitEffectsMatteDeliverySupported
      photoOutput.maxPhotoQualityPrioritization = .quality
    }
    session.commitConfiguration()
  }

  private func focus(
    with focusMode: AVCaptureDevice.FocusMode, exposureMode: AVCaptureDevice.ExposureMode, at devicePoint: CGPoint,
    monitorSubjectAreaChange: Bool
  ) {
    sessionQueue.async {
      let device = self.videoDeviceInput.device
      do {
        try device.lockForConfiguration()
        if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(focusMode) {
          device.focusPointOfInterest = devicePoint
          device.focusMode = focusMode
        }
        if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(exposureMode) {
          device.exposurePointOfInterest = devicePoint
          device.exposureMode = exposureMode
        }
        device.isSubjectAreaChangeMonitoringEnabled = monitorSubjectAreaChange
        device.unlockForConfiguration()
      } catch { print("Could not lock device for configuration: \(error)") }
    }
  }

  func capturePhoto() {
    var photoSettings = AVCapturePhotoSettings()
    if photoOutput.availablePhotoCodecTypes.contains(.hevc) {
      photoSettings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    }
    if videoDeviceInput.device.isFlashAvailable { photoSettings.flashMode = .auto }
    photoSettings.isHighResolutionPhotoEnabled = true
    if let previewPhotoPixelFormatType = photoSettings.availablePreviewPhotoPixelFormatTypes.first {
      photoSettings.previewPhotoFormat = [kCVPixelBufferPixelFormatTypeKey as String: previewPhotoPixelFormatType]
    }
    photoSettings.photoQualityPrioritization = .balanced
    photoOutput.capturePhoto(with: photoSettings, delegate: self)
  }

  private func addObservers() {
    let o = session.observe(\.isRunning, options: .new) { _, change in
      guard let isSessionRunning = change.newValue else { return }
      DispatchQueue.main.async { print(isSessionRunning) }
    }
    keyValueObservations.append(o)
    let pressure = videoDeviceInput.device.observe(\.systemPressureState, options: .new) { _, change in
      guard let systemPressureState = change.newValue else { return }
      self.setRecommendedFrameRateRangeForPressureState(systemPressureState: systemPressureState)
    }
    keyValueObservations.append(pressure)
    NotificationCenter.default.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: .main) {
      notification in
      guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
      if error.code == .mediaServicesWereReset { self.sessionQueue.async { self.session.startRunning() } }
    }
    NotificationCenter.default.addObserver(
      forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: .main
    ) { n in
      if let value = n.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
        let reason = AVCaptureSession.InterruptionReason(rawValue: value)
      {
        if reason == .audioDeviceInUseByAnotherClient || reason == .videoDeviceInUseByAnotherClient {
          print("x")
        } else if reason == .videoDeviceNotAvailableWithMultipleForegroundApps {
          print("y")
        }
      }
    }
  }
  private func setRecommendedFrameRateRangeForPressureState(
    systemPressureState: AVCaptureDevice.SystemPressureState
  ) {
    let pressureLevel = systemPressureState.level
    if pressureLevel == .serious || pressureLevel == .critical {
      do {
        try videoDeviceInput.device.lockForConfiguration()
        videoDeviceInput.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
        videoDeviceInput.device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
        videoDeviceInput.device.unlockForConfiguration()
      } catch { print(error) }
    }
  }
  func toggleMovieRecording() {
    guard let movieFileOutput = self.movieFileOutput else { return }
    if !movieFileOutput.isRecording {
      let movieFileOutputConnection = movieFileOutput.connection(with: .video)
      movieFileOutputConnection?.videoOrientation = .landscapeRight
      let availableVideoCodecTypes = movieFileOutput.availableVideoCodecTypes
      if availableVideoCodecTypes.contains(.hevc) {
        movieFileOutput.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: movieFileOutputConnection!)
      }
      let outputFileName = NSUUID().uuidString
      let outputFilePath = (NSTemporaryDirectory() as NSString).appendingPathComponent(
        (outputFileName as NSString).appendingPathExtension("mov")!)
      movieFileOutput.startRecording(to: URL(fileURLWithPath: outputFilePath), recordingDelegate: self)
    } else {
      movieFileOutput.stopRecording()
    }
  }
  func changeCamera() {
    let currentPosition = videoDeviceInput.device.position
    let preferred: AVCaptureDevice.Position
    switch currentPosition {
    case .unspecified, .front: preferred = .back
    case .back: preferred = .front
    @unknown default: preferred = .back
    }
    let devices = videoDeviceDiscoverySession.devices
    if let device = devices.first(where: { $0.position == preferred && $0.deviceType == .builtInWideAngleCamera }) {
      do {
        let input = try AVCaptureDeviceInput(device: device)
        session.beginConfiguration()
        session.removeInput(videoDeviceInput)
        if session.canAddInput(input) {
          session.addInput(input); videoDeviceInput = input
        } else {
          session.addInput(videoDeviceInput)
        }
        if let connection = movieFileOutput?.connection(with: .video) {
          if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
        }
        session.commitConfiguration()
      } catch { print(error) }
    }
  }
}
extension CameraController: AVCapturePhotoCaptureDelegate {
  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { print(resolvedSettings.photoDimensions.width) }
  func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
    if let error = error { print("Error capturing photo: \(error)"); return }
    guard let data = photo.fileDataRepresentation() else { return }
    try? data.write(to: URL(fileURLWithPath: "photo.jpg"))
  }
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: Error?
  ) {}
}
extension CameraController: AVCaptureFileOutputRecordingDelegate {
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
    error: Error?
  ) {
    var success = true
    if error != nil {
      success = ((error! as NSError).userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool) ?? false
    }
    print(success)
  }
}
