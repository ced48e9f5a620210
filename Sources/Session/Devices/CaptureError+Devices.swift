public import OpenCaptureFlow

extension CaptureError.Code {
  /// There is no such camera.
  public static let noSuchDevice = Self("noSuchDevice")
  /// Another program streams from the camera.
  public static let deviceInUse = Self("deviceInUse", remedy: "end the other program, or choose another camera")
  /// The system doesn't let this user open the camera.
  public static let notAuthorized = Self("notAuthorized")
  /// The camera is gone: unplugged, switched off, its driver unbound.
  public static let deviceDisconnected = Self("deviceDisconnected", remedy: "plug the camera in again")
  /// There isn't enough bandwidth on the bus that the camera shares.
  public static let outOfBandwidth = Self(
    "outOfBandwidth",
    remedy: "choose a smaller or compressed format, or plug the camera into another USB controller")
  /// The camera or its driver refused a request or broke down.
  public static let deviceFailed = Self("deviceFailed")
  /// A control or mode that the camera doesn't have.
  public static let unsupported = Self("unsupported")
  /// A value outside the range of a control.
  public static let outOfRange = Self("outOfRange")
  /// A control that can't be set now, such as an exposure time while exposure is automatic.
  public static let controlLocked = Self("controlLocked", remedy: "switch the automatic mode off first")
  /// A change without ``CaptureDevice/lockForConfiguration()``.
  public static let notLocked = Self("notLocked", remedy: "call lockForConfiguration() first")
}
