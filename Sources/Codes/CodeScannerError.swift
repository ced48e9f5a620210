/// What went wrong while looking for codes; that there are none is no error.
public struct CodeScannerError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// No engine that is built in reads a type that was asked for.
    case unsupportedType
    /// The region of interest doesn't touch the picture.
    case emptyRegion
    /// An engine failed.
    case engineFailed
  }

  /// The kind of failure.
  public let code: Code
  /// What it happened to: a type, a region, an engine.
  public let subject: String
  /// What is wrong with it, and what to do.
  public let reason: String

  /// Makes an error of a kind, about a subject, for a reason.
  public init(_ code: Code, subject: String, reason: String) {
    (self.code, self.subject, self.reason) = (code, subject, reason)
  }
}

extension CodeScannerError: CustomStringConvertible {
  /// Subject and reason in one line.
  public var description: String { "\(subject): \(reason)" }
}
