public import OpenCaptureFlow

extension CaptureError.Code {
  /// There is no such device.
  public static let noSuchDevice = Self("noSuchDevice")
  /// Another program streams from the device.
  public static let deviceInUse = Self("deviceInUse", remedy: "end the other program, or choose another device")
  /// The system doesn't let this user open the device.
  public static let notAuthorized = Self("notAuthorized")
  /// The device is gone: unplugged, switched off, its driver unbound.
  public static let deviceDisconnected = Self("deviceDisconnected", remedy: "plug the device in again")
  /// There isn't enough bandwidth on the bus that the device shares.
  public static let outOfBandwidth = Self(
    "outOfBandwidth",
    remedy: "choose a smaller or compressed format, or plug the camera into another USB controller")
  /// The device or its driver refused a request or broke down.
  public static let deviceFailed = Self("deviceFailed")
  /// A control or mode that the device doesn't have.
  public static let unsupported = Self("unsupported")
  /// A value outside the range of a control.
  public static let outOfRange = Self("outOfRange")
  /// A control that can't be set now, such as an exposure time while exposure is automatic.
  public static let controlLocked = Self("controlLocked", remedy: "switch the automatic mode off first")
  /// Another part of the program has the device locked, and goes on to.
  public static let lockedForConfiguration = Self(
    "lockedForConfiguration", remedy: "call unlockForConfiguration() there, as soon as it is done")
  /// A change without ``CaptureDevice/lockForConfiguration()``.
  public static let notLocked = Self("notLocked", remedy: "call lockForConfiguration() first")
}
