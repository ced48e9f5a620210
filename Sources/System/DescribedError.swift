/// An error that says what failed, on what, why, and how to resolve it.
///
/// All errors of the library have this shape, most of them as a ``DomainError``. To catch errors of all modules,
/// catch `any DescribedError`.
public protocol DescribedError: Error, Hashable, CustomStringConvertible {
  /// The kinds of failure, described by their names.
  associatedtype Code: Hashable, Sendable, CustomStringConvertible

  /// The kind of failure.
  var code: Code { get }

  /// The file, device or option that failed; empty if the reason names it.
  var subject: String { get }

  /// The system's error number; nil if no system call failed.
  var errno: Int32? { get }

  /// The cause of the failure.
  var reason: String { get }

  /// An action that resolves the failure; nil if no general one is known.
  var hint: String? { get }

  /// The name of the code of the first error in the chain: this error's, or that of its cause.
  var rootCode: String { get }
}

extension DescribedError {
  /// The description of the code, for errors without a cause.
  public var rootCode: String { "\(code)" }

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
