/// An error that says what failed, on what, why, and how to resolve it.
///
/// All errors of the library have this shape. A conforming type declares its facts and its codes; the code,
/// subject, errno, reason, hint and description follow from them:
///
///     struct PrinterError: DescribedError {
///       struct Code: ErrorCode {
///         let name: String
///         var hint: String?
///       }
///       let facts: ErrorDetails<Code>
///       init(_ facts: ErrorDetails<Code>) { self.facts = facts }
///     }
///     extension PrinterError.Code {
///       static let noPaper = Self(name: "noPaper", hint: "put paper in")
///     }
///     throw PrinterError(.noPaper, subject: "tray 2", reason: "empty")
///
/// To catch errors of all modules, catch `any DescribedError`.
public protocol DescribedError: Error, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  associatedtype Code: ErrorCode

  /// The error's code, subject, reason and hint.
  var facts: ErrorDetails<Code> { get }

  /// Makes an error from its facts.
  init(_ facts: ErrorDetails<Code>)
}

extension DescribedError {
  /// The kind of failure.
  public var code: Code { facts.code }

  /// The file, device or option that failed; empty if the reason names it.
  public var subject: String { facts.subject }

  /// The system's error number; nil if no system call failed.
  public var errno: Int32? { facts.errno }

  /// The cause of the failure.
  public var reason: String { facts.reason }

  /// An action that resolves the failure; nil if no general one is known.
  public var hint: String? { facts.hint }

  /// The name of the code of the first error in the chain: this error's, or that of its cause.
  public var rootCode: String { facts.cause ?? code.name }

  /// Subject, reason and hint on one line: `a.png: the data is damaged; get the file again`.
  public var description: String { facts.description }

  /// Reason and hint on one line, for callers that show the subject themselves.
  public var reasonAndHint: String { facts.reasonAndHint }

  /// Returns the same error with another subject, a name that the caller knows better.
  public func about(_ subject: String) -> Self {
    Self(code, subject: subject, errno: errno, reason: reason, hint: hint)
  }
}

extension DescribedError {
  /// Makes an error of a kind about a subject.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - subject: The file, device or option that failed.
  ///   - errno: The system's error number. Default: nil.
  ///   - reason: The cause of the failure.
  ///   - hint: An action that resolves the failure. Default: the hint of `code`.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, hint: String? = nil) {
    self.init(ErrorDetails(code, subject: subject, errno: errno, reason: reason, hint: hint))
  }

  /// Makes the error for a system call that failed with this `errno`, described in the system's words.
  ///
  /// If no hint is known for the number, the error has the hint of `code`.
  public init(_ code: Code, subject: String, systemError: Int32) {
    self.init(code, subject: subject, SystemError(code: systemError))
  }

  /// Makes an error caused by another error.
  ///
  /// The number, the reason and the hint are kept; without a hint, the error has that of `code`. The other
  /// error's subject becomes part of the reason if it differs from `subject`. The whole text of an error of another
  /// shape becomes the reason.
  public init(_ code: Code, subject: String, _ error: any Error) {
    guard let error = error as? any DescribedError else {
      self.init(code, subject: subject, reason: "\(error)")
      return
    }
    let isOfSubject = error.subject == subject || error.subject.isEmpty
    var facts = ErrorDetails(
      code, subject: subject, errno: error.errno,
      reason: isOfSubject ? error.reason : "\(error.subject): \(error.reason)", hint: error.hint)
    // A system error number is not a kind of failure, and is available as `errno`.
    facts.cause = error is SystemError ? nil : error.rootCode
    self.init(facts)
  }
}

/// The contents of an error: kind, subject, reason and hint.
public struct ErrorDetails<Code: ErrorCode>: Sendable, Hashable {
  /// The kind of failure.
  public let code: Code
  /// The file, device or option that failed; empty if the reason names it.
  public let subject: String
  /// The system's error number; nil if no system call failed.
  public let errno: Int32?
  /// The cause of the failure.
  public let reason: String
  /// An action that resolves the failure; nil if no general one is known.
  public let hint: String?
  /// The name of the first code in the chain of errors that led to this one; nil if no other error did.
  public package(set) var cause: String?

  /// Makes the facts of an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - subject: The file, device or option that failed.
  ///   - errno: The system's error number. Default: nil.
  ///   - reason: The cause of the failure.
  ///   - hint: An action that resolves the failure. Default: the hint of `code`.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, hint: String? = nil) {
    self.code = code
    self.subject = subject
    self.errno = errno
    self.reason = reason
    self.hint = hint ?? code.hint
  }
}

extension ErrorDetails: CustomStringConvertible {
  /// Subject, reason and hint on one line: `a.png: the data is damaged; get the file again`.
  public var description: String { subject.isEmpty ? reasonAndHint : "\(subject.inOneLine): \(reasonAndHint)" }

  /// Reason and hint on one line, for callers that show the subject themselves.
  public var reasonAndHint: String { (reason + (hint.map { "; \($0)" } ?? "")).inOneLine }
}

extension String {
  /// The text with `?` for each control character; file names and library messages can contain any.
  fileprivate var inOneLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.isControl ? "?" : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }
}

/// A kind of failure, declared as a named value so that new codes do not break a `switch`.
///
/// A module declares codes of its own in an extension, beside the code that fails:
///
///     extension CaptureError.Code {
///       /// The camera was unplugged or switched off, or its driver was unbound.
///       public static let deviceDisconnected = Self("deviceDisconnected", hint: "plug the camera in again")
///     }
///
/// A `switch` lists the codes that it handles, `case .deviceDisconnected:`, and has a `default`.
public protocol ErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The name that the code is declared under.
  var name: String { get }

  /// An action that resolves failures of this kind; nil if no general one is known.
  var hint: String? { get }
}

extension ErrorCode {
  /// The name.
  public var description: String { name }
}
