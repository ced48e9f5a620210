/// An error that says what failed, on what, why, and what helps: the one shape of all errors here.
///
/// A type of one's own is its facts and its codes; code, subject, errno, reason, remedy and the words come by themselves:
///
///     struct PrinterError: DescribedError {
///       struct Code: ErrorCode {
///         let name: String
///         var remedy: String?
///       }
///       let facts: ErrorFacts<Code>
///       init(_ facts: ErrorFacts<Code>) { self.facts = facts }
///     }
///     extension PrinterError.Code {
///       static let noPaper = Self(name: "noPaper", remedy: "put paper in")
///     }
///     throw PrinterError(.noPaper, subject: "tray 2", reason: "it is empty")
///
/// Where any of them will do, catch `any DescribedError`.
public protocol DescribedError: Error, Hashable, CustomStringConvertible {
  /// The kinds of failure.
  associatedtype Code: ErrorCode

  /// What the error says.
  var facts: ErrorFacts<Code> { get }

  /// Makes an error that says this.
  init(_ facts: ErrorFacts<Code>)
}

extension DescribedError {
  /// The kind of failure.
  public var code: Code { facts.code }

  /// What it happened to: a file, a device, an option; empty where the reason names it.
  public var subject: String { facts.subject }

  /// The number of the system's error; nil where the system had no part in it.
  public var errno: Int32? { facts.errno }

  /// What is wrong.
  public var reason: String { facts.reason }

  /// What the person can do about it; nil where nothing general is known.
  public var remedy: String? { facts.remedy }

  /// What the code is called of the error that all began with: of this one, or of what led to it.
  public var rootCode: String { facts.cause ?? code.name }

  /// Subject, reason and remedy in one line: `a.png: the data is damaged; get the file again`.
  public var description: String { facts.description }

  /// Reason and remedy in one line, for one that names the subject already.
  public var reasonAndRemedy: String { facts.reasonAndRemedy }

  /// The same error about what the caller knows by a better name.
  public func about(_ subject: String) -> Self {
    Self(code, subject: subject, errno: errno, reason: reason, remedy: remedy)
  }
}

extension DescribedError {
  /// Makes an error of a kind, about a subject.
  ///
  /// - Parameters:
  ///   - code: The kind.
  ///   - subject: What it happened to.
  ///   - errno: The number of the system's error; default nil.
  ///   - reason: What is wrong.
  ///   - remedy: What the person can do about it; by default what helps against this kind.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, remedy: String? = nil) {
    self.init(ErrorFacts(code, subject: subject, errno: errno, reason: reason, remedy: remedy))
  }

  /// Makes the error for a system call that failed with this `errno`, in the system's words.
  ///
  /// Where nothing is known to help against that, the remedy is what helps against the kind.
  public init(_ code: Code, subject: String, systemError: Int32) {
    self.init(code, subject: subject, SystemError(code: systemError))
  }

  /// Makes an error of another one, which led to it.
  ///
  /// The number, the reason and the remedy stay; where there is no remedy, it is what helps against the kind. What the
  /// other happened to becomes part of the reason, unless it is the subject. An error of a foreign shape is a reason as
  /// a whole.
  public init(_ code: Code, subject: String, _ error: any Error) {
    guard let error = error as? any DescribedError else {
      self.init(code, subject: subject, reason: "\(error)")
      return
    }
    let isOfSubject = error.subject == subject || error.subject.isEmpty
    var facts = ErrorFacts(
      code, subject: subject, errno: error.errno,
      reason: isOfSubject ? error.reason : "\(error.subject): \(error.reason)", remedy: error.remedy)
    // The system's numbers are no kinds of failure, and are known as `errno`.
    facts.cause = error is SystemError ? nil : error.rootCode
    self.init(facts)
  }
}
