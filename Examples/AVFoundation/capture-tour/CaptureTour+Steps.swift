import AVFoundation

extension CaptureTour {
  /// Sets the format, zoom, white balance and torch.
  func setControls(of device: AVCaptureDevice) async throws {
    try await camera.perform { try device.useFastestFormat(width: 640, height: 480) }
    let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
    let rate = 1 / CMTimeGetSeconds(device.activeVideoMinFrameDuration)
    print("format: \(size.width)x\(size.height) at \(Int(rate.rounded())) frames per second")
    print("preset: \(camera.session.sessionPreset == .inputPriority ? "input priority" : "another")")

    let factor = min(2, device.activeFormat.videoMaxZoomFactor)
    try device.configure { $0.ramp(toVideoZoomFactor: factor, withRate: 8) }
    for await isRamping in device.values(of: \.isRampingVideoZoom) where !isRamping { break }
    print("zoomed to \(device.videoZoomFactor)")
    try device.configure { $0.videoZoomFactor = 1 }

    if device.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) {
      try device.configure { $0.whiteBalanceMode = .continuousAutoWhiteBalance }
      print("white balance: automatic")
    } else {
      print("white balance: unchanged")
    }

    guard try device.setTorch(on: true) else { return print("no torch") }
    print("torch: \(device.isTorchActive ? "on" : "off"), \(device.torchLevel)")
    _ = try device.setTorch(on: false)
  }

  /// Focuses at a tap in a preview, and reads a code in it.
  func tapPreview(of device: AVCaptureDevice) async throws {
    let layer = AVCaptureVideoPreviewLayer(session: camera.session)
    layer.videoGravity = .resizeAspectFill
    layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    let point = layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 160, y: 60))
    try device.focusAndExpose(at: point)
    print("focusing at \(device.focusPointOfInterest.x), \(device.focusPointOfInterest.y)")
    for await isAdjusting in device.values(of: \.isAdjustingFocus) where !isAdjusting { break }
    print("focus: \(device.isAdjustingFocus ? "moving" : "settled")")

    guard let code = await camera.metadataOutput.firstCode(in: layer) else {
      return print("codes are not supported")
    }
    print("code: \(code.text)")
    print("in the preview: \(layer.bounds.contains(CGPoint(x: code.bounds.midX, y: code.bounds.midY)))")
  }

  /// Takes one photo, and three with different exposures.
  func takePhotos() async throws {
    let settings = AVCapturePhotoSettings()
    if camera.photoOutput.supportedFlashModes.contains(.auto) { settings.flashMode = .auto }
    for photo in try await camera.photoOutput.photos(with: settings) {
      let file = folder.appendingPathComponent("photo.jpg")
      guard let data = photo.fileDataRepresentation() else { continue }
      try data.write(to: file)
      print("photo: \(photo.resolvedSettings.photoDimensions.width) pixels wide")
    }
    let bracket = try await camera.photoOutput.photos(with: camera.photoOutput.bracketSettings())
    for photo in bracket {
      let file = folder.appendingPathComponent("bracket-\(photo.sequenceCount).jpg")
      try photo.fileDataRepresentation()?.write(to: file)
    }
    print("bracket: \(bracket.count) photos")
  }

  /// Records a movie of one second.
  func recordMovie() async throws {
    let file = folder.appendingPathComponent("movie.mov")
    try await camera.movieOutput.record(to: file, seconds: 1)
    print("movie: \(camera.movieOutput.recordedDuration.seconds >= 0.9 ? "one second" : "too short")")
  }
}
