public import OpenCaptureSystem

/// Why there is no window.
public struct WindowError: DescribedError {
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

extension WindowError.Code {
  /// SDL is not installed, or can't be used.
  public static let libraryMissing = Self("libraryMissing", remedy: SDLLibrary.remedy)
  /// There is no screen to open a window on.
  public static let noDisplay = Self(
    "noDisplay", remedy: "run it on a desktop or the console, or look at it from a browser: viewfinder serve")
  /// The display failed.
  public static let displayFailed = Self("displayFailed")
}
