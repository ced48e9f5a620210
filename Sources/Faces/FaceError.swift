public import OpenCaptureSystem

/// What went wrong while looking for faces; that there are none is no error.
public struct FaceError: DescribedError {
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

extension FaceError.Code {
  /// A cascade that is nowhere it was looked for.
  public static let cascadeNotFound = Self(
    "cascadeNotFound",
    remedy: "install them (apt install opencv-data), or set \(CascadeSearch.variable) to the folder where they are")
  /// A file that is not a cascade, or can't be read.
  public static let cascadeUnusable = Self(
    "cascadeUnusable", remedy: "install the cascades again (apt install --reinstall opencv-data)")
  /// The region of interest doesn't touch the picture.
  public static let emptyRegion = Self("emptyRegion")
  /// The engine failed.
  public static let engineFailed = Self("engineFailed")
}
