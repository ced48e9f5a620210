public import OpenCaptureFlow

extension CaptureError.Code {
  /// A session that can't be as it was configured.
  public static let invalidConfiguration = Self("invalidConfiguration")
}
