import OpenCapture

/// The camera controls of the window: focus, exposure and zoom.
///
/// Unsupported operations return a message.
struct WindowCameraControls {
  let device: CaptureDevice

  /// Focuses and exposes at a point in device coordinates.
  ///
  /// - Returns: A message for the user; nil for none.
  func look(at point: Point) throws(CaptureError) -> String? {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else { return nil }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    var isSet = false
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
      device.focusPoint = point
      device.focusMode = .autoFocus
      isSet = true
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePoint = point
      device.exposureMode = .continuousAutoExposure
      isSet = true
    }
    // The camera returns to automatic control when the subject changes.
    if isSet { device.isSubjectAreaChangeMonitoringEnabled = true }
    if let error = device.configurationError { throw error }
    return isSet ? nil : "\(device.localizedName) cannot focus or expose at a point"
  }

  /// Returns focus and exposure to automatic control at the centre, as far as supported.
  func resumeAutomaticControl() throws(CaptureError) -> String? {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.isSubjectAreaChangeMonitoringEnabled = false
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.continuousAutoFocus) {
      device.focusPoint = Self.middle
      device.focusMode = .continuousAutoFocus
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePoint = Self.middle
      device.exposureMode = .continuousAutoExposure
    }
    if let error = device.configurationError { throw error }
    return nil
  }

  /// The controls that ``resumeAutomaticControl()`` affects.
  static let automaticControls: [CaptureControl.Name] = [
    .continuousAutofocus, .lensPosition, .exposureMode, .exposureDuration, .automaticGain, .gain, .analogGain, .iso,
  ]

  private static let middle = Point(x: 0.5, y: 0.5)

  /// Multiplies the zoom by a factor, within the camera's range.
  func zoom(by factor: Double) throws(CaptureError) -> String {
    try zoom(to: max(1, min(device.maxZoomFactor, device.zoomFactor * factor)))
  }

  /// Follows faces, or shows the whole picture.
  func toggleCenterStage() throws(CaptureError) -> String {
    try device.setCenterStage(!CaptureDevice.isCenterStageEnabled)
    return CaptureDevice.isCenterStageEnabled ? "following faces" : "showing everything"
  }

  func resetZoom() throws(CaptureError) -> String { try zoom(to: 1) }

  private func zoom(to factor: Double) throws(CaptureError) -> String {
    guard device.maxZoomFactor > 1 else { return "\(device.localizedName) cannot zoom" }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.zoomFactor = factor
    if let error = device.configurationError { throw error }
    return "zoom \((device.zoomFactor * 10).rounded() / 10)×"
  }
}
