/// What went wrong with processors or what was asked of them.
///
/// What a processor throws while it works on frames is its own, and arrives as a ``StageFailure``.
public struct ProcessingError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// A name under which no processor is registered.
    case unknownProcessor
    /// An option that a processor doesn't have.
    case unknownOption
    /// A value that an option can't have.
    case invalidValue
    /// A description that can't be read.
    case malformed
    /// A name under which another processor is registered.
    case nameTaken
    /// A processor that could not be made.
    case notMade
    /// A region that doesn't touch the picture.
    case emptyRegion
  }

  /// The kind of failure.
  public let code: Code
  /// What it happened to: a processor, an option, a region.
  public let subject: String
  /// What is wrong with it.
  public let reason: String
  /// What could be said instead; empty where that can't be listed.
  public let known: [String]

  /// Makes an error of a kind, about a subject, for a reason.
  public init(_ code: Code, subject: String, reason: String, known: [String] = []) {
    (self.code, self.subject, self.reason, self.known) = (code, subject, reason, known)
  }
}

extension ProcessingError: CustomStringConvertible {
  /// Subject, reason and what is known in one line.
  public var description: String {
    "\(subject): \(reason)" + (known.isEmpty ? "" : "; there are " + known.joined(separator: " "))
  }
}
