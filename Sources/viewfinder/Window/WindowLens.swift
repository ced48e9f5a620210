import OpenCapture

/// What a person asks of a camera in the window: where to look, and how near.
///
/// What it can't do is said in words.
struct WindowLens {
  let device: CaptureDevice

  /// Focuses and exposes at a point, in device coordinates.
  ///
  /// - Returns: What to say to the person; nil where it goes without saying.
  func look(at point: Point) throws(CaptureError) -> String? {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else { return nil }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    var asked = false
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
      device.focusPointOfInterest = point
      device.focusMode = .autoFocus
      asked = true
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePointOfInterest = point
      device.exposureMode = .continuousAutoExposure
      asked = true
    }
    // Where the camera comes to see something else, it looks for itself again.
    if asked { device.isSubjectAreaChangeMonitoringEnabled = true }
    if let error = device.configurationError { throw error }
    return asked ? nil : "\(device.localizedName) can neither focus nor expose at a point"
  }

  /// Lets the camera focus and expose by itself again, in the middle, as far as it does.
  func lookAround() throws(CaptureError) -> String? {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.isSubjectAreaChangeMonitoringEnabled = false
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.continuousAutoFocus) {
      device.focusPointOfInterest = Self.middle
      device.focusMode = .continuousAutoFocus
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePointOfInterest = Self.middle
      device.exposureMode = .continuousAutoExposure
    }
    if let error = device.configurationError { throw error }
    return nil
  }

  private static let middle = Point(x: 0.5, y: 0.5)

  /// Makes things appear so many times larger than now, as far as it goes.
  func zoom(by factor: Double) throws(CaptureError) -> String {
    try zoom(to: max(1, min(device.maxAvailableVideoZoomFactor, device.videoZoomFactor * factor)))
  }

  func resetZoom() throws(CaptureError) -> String { try zoom(to: 1) }

  private func zoom(to factor: Double) throws(CaptureError) -> String {
    guard device.maxAvailableVideoZoomFactor > 1 else { return "\(device.localizedName) can't zoom" }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.videoZoomFactor = factor
    if let error = device.configurationError { throw error }
    return "zoom \((device.videoZoomFactor * 10).rounded() / 10)×"
  }
}
