public import OpenCaptureSystem

/// What went wrong while looking for codes; that there are none is no error.
public struct CodeScannerError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension CodeScannerError.Code {
  /// No engine that is built in reads a type that was asked for.
  public static let unsupportedType = Self("unsupportedType")
  /// The region of interest doesn't touch the picture.
  public static let emptyRegion = Self("emptyRegion")
  /// An engine failed.
  public static let engineFailed = Self("engineFailed")
}
