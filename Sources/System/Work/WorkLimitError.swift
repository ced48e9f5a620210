/// That work was given up before it was done.
public struct WorkLimitError: DescribedError {
  /// What the error says.
  public let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  public init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// A reason to give work up.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// What the person can do about it; nil where nothing general is known.
    public let remedy: String?

    /// Makes a reason, to be declared in an extension.
    public init(_ name: String, remedy: String? = nil) { (self.name, self.remedy) = (name, remedy) }
  }
}

extension WorkLimitError.Code {
  /// It took all the processor time that it could have.
  public static let deadlineExceeded = Self("deadlineExceeded", remedy: "give it more time")
  /// Somebody cancelled it.
  public static let cancelled = Self("cancelled")
}
