public import OpenCaptureSystem

/// What went wrong with cameras, sessions or what was asked of them (`AVError`).
public struct CaptureError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A kind of failure; those of sessions and of devices are declared where those are.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension CaptureError.Code {
  /// The source delivered nothing for longer than the time-out.
  public static let stalled = Self("stalled", remedy: "unplug the camera and plug it in again")
  /// A format that the source doesn't have, or that isn't decoded here.
  public static let unsupportedFormat = Self("unsupportedFormat", remedy: "choose one of the camera's formats")
  /// A file that an input is made of can't be read, or is damaged.
  public static let mediaFailed = Self("mediaFailed")
  /// A file that an input is made of has larger pictures than were allowed.
  public static let mediaTooLarge = Self("mediaTooLarge")
  /// What was captured can't be written.
  public static let cannotWrite = Self("cannotWrite")
  /// The system gave no memory.
  public static let outOfMemory = Self("outOfMemory", remedy: "free memory, or choose a smaller format")
}
