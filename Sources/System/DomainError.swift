/// An error of one domain, such as capture, movies or pictures.
///
/// Each domain has an alias of this type, and declares its codes in extensions, beside the code that fails:
///
///     typealias PrinterError = DomainError<PrinterErrorDomain>
///     enum PrinterErrorDomain {}
///
///     extension PrinterError.Code {
///       static var noPaper: Self { Self("noPaper", hint: "put paper in") }
///     }
///
///     throw PrinterError(.noPaper, subject: "tray 2", reason: "empty")
///
/// Errors are equal if all their public properties are equal.
public struct DomainError<Domain>: DescribedError {
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
  package private(set) var cause: String?
  /// Values about the failure for frameworks that describe errors with a dictionary.
  package var details = ErrorDetails()

  /// The name of the code of the first error in the chain: this error's, or that of its cause.
  public var rootCode: String { cause ?? code.name }

  /// A kind of failure, declared as a named value so that new codes do not break a `switch`.
  ///
  /// A `switch` lists the codes that it handles, `case .deviceDisconnected:`, and has a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code's declaration.
    public let name: String
    /// A value that tells codes of the same name apart, such as a file format; nil for most codes.
    public let detail: String?
    /// An action that resolves failures of this kind; nil if no general one is known.
    public let hint: String?

    /// Makes a code, to be declared in an extension.
    public init(_ name: String, detail: String? = nil, hint: String? = nil) {
      self.name = name
      self.detail = detail
      self.hint = hint
    }

    /// The name, followed by the detail in parentheses if the code has one.
    public var description: String { detail.map { "\(name)(\($0))" } ?? name }
  }

  /// Makes an error of a kind about a subject.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - subject: The file, device or option that failed.
  ///   - errno: The system's error number. Default: nil.
  ///   - reason: The cause of the failure.
  ///   - hint: An action that resolves the failure; empty for none. Default: the hint of `code`.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, hint: String? = nil) {
    self.code = code
    self.subject = subject
    self.errno = errno
    self.reason = reason
    let hint = hint ?? code.hint
    self.hint = hint?.isEmpty == true ? nil : hint
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
    self.init(
      code, subject: subject, errno: error.errno,
      reason: isOfSubject ? error.reason : "\(error.subject): \(error.reason)", hint: error.hint)
    // A system error number is not a kind of failure, and is available as `errno`.
    cause = error is SystemError ? nil : error.rootCode
  }

  /// Returns the same error with another subject, a name that the caller knows better.
  public func about(_ subject: String) -> Self {
    var error = Self(code, subject: subject, errno: errno, reason: reason, hint: hint ?? "")
    error.details = details
    return error
  }
}

/// Values about an error by key, such as the device that failed; comparisons of errors ignore them.
///
/// Unchecked: values of any type are allowed, and errors only pass them on.
package struct ErrorDetails: @unchecked Sendable, Hashable {
  /// The values.
  package var values: [String: Any] = [:]

  /// Creates an empty dictionary.
  package init() {}

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
