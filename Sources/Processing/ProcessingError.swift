public import OpenCaptureSystem

/// An error of a processor's setup: its name, options or limits.
///
/// Errors of a processor at work have their own types, and are reported as ``StageFailure``.
public struct ProcessingError: DescribedError {
  /// The error's code, subject, reason and hint.
  public let facts: ErrorDetails<Code>

  /// Makes an error from its facts.
  public init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// A kind of failure.
  public struct Code: ErrorCode {
    /// The name that it is declared under.
    public let name: String
    /// An action that resolves the failure; nil if no general one is known.
    public let hint: String?

    /// Makes a kind of failure, to be declared in an extension.
    public init(_ name: String, hint: String? = nil) {
      self.name = name
      self.hint = hint
    }
  }
}

extension ProcessingError {
  /// Makes an error whose hint lists the known choices; without a hint if `known` is empty.
  public init(_ code: Code, subject: String, reason: String, known: [String]) {
    let hint = known.isEmpty ? nil : "available: " + known.joined(separator: " ")
    self.init(code, subject: subject, reason: reason, hint: hint)
  }
}

extension ProcessingError.Code {
  /// No processor is registered under the name.
  public static let unknownProcessor = Self("unknownProcessor")
  /// The processor does not have the option.
  public static let unknownOption = Self("unknownOption")
  /// The value is not valid for the option.
  public static let invalidValue = Self("invalidValue")
  /// The syntax of the description is wrong.
  public static let malformed = Self("malformed")
  /// Another processor is registered under the name.
  public static let nameTaken = Self("nameTaken")
  /// The processor could not be made.
  public static let notMade = Self("notMade")
  /// The picture would exceed the processor's size limit.
  public static let tooLarge = Self("tooLarge")
  /// The region does not touch the picture.
  public static let emptyRegion = Self("emptyRegion")
}
