import OpenCapture

/// Configures a camera for its highest frame rate.
func configureCameraForHighestFrameRate(device: CaptureDevice) {
  var bestFormat: CaptureDevice.Format?
  var bestFrameRateRange: FrameRateRange?
  for format in device.formats {
    for range in format.frameRateRanges
    where range.maxFrameRate > bestFrameRateRange?.maxFrameRate ?? 0 {
      bestFormat = format
      bestFrameRateRange = range
    }
  }
  if let bestFormat, let bestFrameRateRange {
    do {
      try device.lockForConfiguration()
      device.activeFormat = bestFormat
      device.minFrameDuration = bestFrameRateRange.minFrameDuration
      device.maxFrameDuration = bestFrameRateRange.minFrameDuration
      device.unlockForConfiguration()
    } catch {
      print(error)
    }
  }
}

/// Sets a frame rate in frames per second.
func set(frameRate: Double, on activeCamera: CaptureDevice) {
  guard
    let range = activeCamera.activeFormat.frameRateRanges.first(where: {
      $0.minFrameRate...$0.maxFrameRate ~= frameRate
    })
  else {
    print("Requested FPS is not supported by the device's activeFormat")
    return
  }
  do {
    try activeCamera.lockForConfiguration()
    activeCamera.minFrameDuration = range.minFrameDuration
    activeCamera.maxFrameDuration = range.maxFrameDuration
    activeCamera.unlockForConfiguration()
  } catch {
    print("LockForConfiguration failed with error: \(error)")
  }
}

/// Focuses and exposes at a tap.
func focusAndExposeTap(at devicePoint: Point, in geometry: PreviewGeometry, on device: CaptureDevice) {
  let pointInCamera = geometry.captureDevicePointConverted(fromLayerPoint: devicePoint)
  focus(with: .autoFocus, exposureMode: .continuousAutoExposure, at: pointInCamera, on: device)
}

func focus(
  with focusMode: CaptureDevice.FocusMode, exposureMode: CaptureDevice.ExposureMode, at devicePoint: Point,
  on device: CaptureDevice
) {
  do {
    try device.lockForConfiguration()

    // The mode starts focusing and exposing, not the point.
    if device.isFocusPointOfInterestSupported && device.isFocusModeSupported(focusMode) {
      device.focusPoint = devicePoint
      device.focusMode = focusMode
    }

    if device.isExposurePointOfInterestSupported && device.isExposureModeSupported(exposureMode) {
      device.exposurePoint = devicePoint
      device.exposureMode = exposureMode
    }

    device.unlockForConfiguration()
  } catch {
    print("Could not lock device for configuration: \(error)")
  }
}

/// Switches the torch.
func toggleTorch(on: Bool, device: CaptureDevice) {
  guard device.hasTorch else { return }
  do {
    try device.lockForConfiguration()
    if on {
      try device.setTorchModeOn(level: CaptureDevice.maxAvailableTorchLevel)
    } else {
      device.torchMode = .off
    }
    device.unlockForConfiguration()
  } catch {
    print("Torch could not be used: \(error)")
  }
}
