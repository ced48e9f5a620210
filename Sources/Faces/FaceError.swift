public import OpenCaptureSystem

/// An error of face detection; a picture without faces is no error.
public struct FaceError: DescribedError {
  /// The contents of the error.
  public let facts: ErrorDetails<Code>

  /// Creates an error.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name of the declared constant.
    public let name: String
    /// A general hint for the user; nil if none applies.
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

extension FaceError.Code {
  /// A cascade wasn't found in any of the searched folders.
  public static let cascadeNotFound = Self(
    "cascadeNotFound",
    hint: "install the cascades (apt install opencv-data), or set \(CascadeLocator.variable) to their folder")
  /// A file is unreadable or not a cascade.
  public static let cascadeUnusable = Self(
    "cascadeUnusable", hint: "reinstall the cascades (apt install --reinstall opencv-data)")
  /// The region of interest is outside the picture.
  public static let emptyRegion = Self("emptyRegion")
  /// The engine failed.
  public static let engineFailed = Self("engineFailed")
}
