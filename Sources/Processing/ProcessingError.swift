public import OpenCaptureSystem

/// An error of a processor's setup: its name, options or limits.
///
/// Errors of a processor at work have their own types, and are reported as ``StageFailure``.
public typealias ProcessingError = DomainError<ProcessingErrorDomain>

/// The domain of ``ProcessingError``.
public enum ProcessingErrorDomain {}

extension ProcessingError {
  /// Makes an error whose hint lists the known choices; without a hint if `known` is empty.
  public init(_ code: Code, subject: String, reason: String, known: [String]) {
    let hint = known.isEmpty ? nil : "available: " + known.joined(separator: " ")
    self.init(code, subject: subject, reason: reason, hint: hint)
  }
}

extension ProcessingError.Code {
  /// No processor is registered under the name.
  public static var unknownProcessor: Self { Self("unknownProcessor") }
  /// The processor does not have the option.
  public static var unknownOption: Self { Self("unknownOption") }
  /// The value is not valid for the option.
  public static var invalidValue: Self { Self("invalidValue") }
  /// The syntax of the description is wrong.
  public static var malformed: Self { Self("malformed") }
  /// Another processor is registered under the name.
  public static var nameTaken: Self { Self("nameTaken") }
  /// The processor could not be made.
  public static var notMade: Self { Self("notMade") }
  /// The picture would exceed the processor's size limit.
  public static var tooLarge: Self { Self("tooLarge") }
  /// The region does not touch the picture.
  public static var emptyRegion: Self { Self("emptyRegion") }
}
