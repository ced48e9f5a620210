public import OpenCaptureSystem

/// An error of a camera, a session or another capture operation (`AVError`).
public struct CaptureError: DescribedError {
  /// The code, subject, reason and hint of the error.
  public let facts: ErrorDetails<Code>

  /// Creates an error from its facts.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  ///
  /// Sessions and devices declare their own codes in extensions.
  public struct Code: ErrorCode {
    /// The name of the code's declaration.
    public let name: String
    /// The action that resolves the failure; nil if no general one is known.
    public let hint: String?

    /// Creates a kind of failure.
    ///
    /// Declare it in an extension.
    public init(_ name: String, hint: String? = nil) {
      self.name = name
      self.hint = hint
    }
  }
}

extension CaptureError.Code {
  /// The source delivered no samples for longer than the timeout.
  public static let stalled = Self("stalled", hint: "unplug the camera and plug it in again")
  /// The source does not offer the format, or this library cannot decode it.
  public static let unsupportedFormat = Self("unsupportedFormat", hint: "choose one of the camera's formats")
  /// The file behind an input cannot be read or is damaged.
  public static let mediaFailed = Self("mediaFailed")
  /// The file behind an input has images larger than the allowed size.
  public static let mediaTooLarge = Self("mediaTooLarge")
  /// The captured media cannot be written.
  public static let cannotWrite = Self("cannotWrite")
  /// The system could not allocate memory or start a thread.
  public static let outOfMemory = Self("outOfMemory", hint: "free memory, or choose a smaller format")
}
