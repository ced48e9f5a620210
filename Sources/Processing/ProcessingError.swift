public import OpenCaptureSystem

/// What went wrong with processors or what was asked of them.
///
/// What a processor throws while it works on frames is its own, and arrives as a ``StageFailure``.
public struct ProcessingError: DescribedError {
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

extension ProcessingError {
  /// Makes an error whose remedy is to choose among what is known; none where that can't be listed.
  public init(_ code: Code, subject: String, reason: String, known: [String]) {
    let remedy = known.isEmpty ? nil : "there are " + known.joined(separator: " ")
    self.init(code, subject: subject, reason: reason, remedy: remedy)
  }
}

extension ProcessingError.Code {
  /// A name under which no processor is registered.
  public static let unknownProcessor = Self("unknownProcessor")
  /// An option that a processor doesn't have.
  public static let unknownOption = Self("unknownOption")
  /// A value that an option can't have.
  public static let invalidValue = Self("invalidValue")
  /// A description that can't be read.
  public static let malformed = Self("malformed")
  /// A name under which another processor is registered.
  public static let nameTaken = Self("nameTaken")
  /// A processor that could not be made.
  public static let notMade = Self("notMade")
  /// A picture that would become larger than the processor's limit.
  public static let tooLarge = Self("tooLarge")
  /// A region that doesn't touch the picture.
  public static let emptyRegion = Self("emptyRegion")
}
