public import OpenCaptureSession

extension CaptureSession.Preset {
  /// 320×240.
  public static let qvga320x240 = Self(rawValue: "320x240")
  /// 352×288.
  public static let cif352x288 = Self(rawValue: "352x288")
  /// 960×540.
  public static let qHD960x540 = Self(rawValue: "960x540")
  /// 960×540 for editing; here as ``qHD960x540``.
  public static let iFrame960x540 = Self.qHD960x540
  /// 1280×720 for editing; here as `hd1280x720`.
  public static let iFrame1280x720 = Self.hd1280x720
}
