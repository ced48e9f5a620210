public import OpenCaptureFlow

extension CaptureError.Code {
  /// A session that can't be as it was configured.
  public static let invalidConfiguration = Self("invalidConfiguration")
  /// A stream that can't be another one now, because an output of the session needs it as it is.
  public static let formatNeeded = Self("formatNeeded")
}
