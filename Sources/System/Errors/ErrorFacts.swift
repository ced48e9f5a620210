/// What an error says: of which kind it is, what it happened to, why, and what helps.
public struct ErrorFacts<Code: ErrorCode>: Sendable, Hashable {
  /// The kind of failure.
  public let code: Code
  /// What it happened to: a file, a device, an option; empty where the reason names it.
  public let subject: String
  /// The number of the system's error; nil where the system had no part in it.
  public let errno: Int32?
  /// What is wrong.
  public let reason: String
  /// What the person can do about it; nil where nothing general is known.
  public let remedy: String?
  /// What the code of the error is called that led to this one, the first of them; nil where none did.
  public package(set) var cause: String?

  /// Puts facts together.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - subject: What it happened to.
  ///   - errno: The number of the system's error; default nil.
  ///   - reason: What is wrong.
  ///   - remedy: What the person can do about it; by default what helps against this kind.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, remedy: String? = nil) {
    (self.code, self.subject, self.errno, self.reason) = (code, subject, errno, reason)
    self.remedy = remedy ?? code.remedy
  }
}

extension ErrorFacts: CustomStringConvertible {
  /// Subject, reason and remedy in one line: `a.png: the data is damaged; get the file again`.
  public var description: String { subject.isEmpty ? reasonAndRemedy : "\(subject.inOneLine): \(reasonAndRemedy)" }

  /// Reason and remedy in one line, for one that names the subject already.
  public var reasonAndRemedy: String { (reason + (remedy.map { "; \($0)" } ?? "")).inOneLine }
}

extension String {
  /// The text with a `?` for every control character: what a file is called, or a library says, can hold any.
  fileprivate var inOneLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.isControl ? "?" : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }
}
