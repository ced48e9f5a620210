/// Where on the machine a device is (`AVCaptureDevice.Position`).
public enum CaptureDevicePosition: String, Sendable, Hashable, CaseIterable {
  /// Nobody knows.
  case unspecified
  /// It looks where the screen's back does.
  case back
  /// It looks at who looks at the screen.
  case front
}
