public import OpenCaptureSystem

/// What went wrong while drawing.
public struct OverlayError: DescribedError {
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

extension OverlayError.Code {
  /// Cairo is not installed.
  public static let engineMissing = Self("engineMissing")
  /// Pictures of this format can't be drawn on.
  public static let unsupportedFormat = Self("unsupportedFormat")
  /// Cairo failed.
  public static let drawingFailed = Self("drawingFailed")
}
