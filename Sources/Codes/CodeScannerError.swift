public import OpenCaptureSystem

/// An error of a code scanner; a picture without codes is no error.
public struct CodeScannerError: DescribedError {
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

extension CodeScannerError.Code {
  /// No built-in engine can read a requested type.
  public static let unsupportedType = Self("unsupportedType")
  /// The region of interest is outside the picture.
  public static let emptyRegion = Self("emptyRegion")
  /// An engine failed.
  public static let engineFailed = Self("engineFailed")
}
