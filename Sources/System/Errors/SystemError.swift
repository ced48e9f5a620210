import Glibc

/// A failure of the operating system that nobody has given a subject yet: its number, what that means, and what helps.
package struct SystemError: DescribedError {
  /// What the error says.
  package let facts: ErrorFacts<Code>

  /// Makes an error that says this.
  package init(_ facts: ErrorFacts<Code>) { self.facts = facts }

  /// An error of this number, in the system's own words unless there are better ones.
  package init(code: Int32, reason: String? = nil, remedy: String? = nil) {
    self.init(
      Code(number: code), subject: "", errno: code, reason: reason ?? SystemErrorWords.reason(for: code),
      remedy: remedy)
  }

  /// A number of the system's errors.
  package struct Code: ErrorCode {
    /// The number (`errno`).
    let number: Int32

    /// The number in words, such as `errno 2`.
    package var name: String { "errno \(number)" }

    /// What the person can do about it; nil where nothing general is known.
    package var remedy: String? { SystemErrorWords.remedy(for: number) }
  }

  /// Whether a pipe's reader is gone.
  package var isClosedPipe: Bool { errno == EPIPE }

  /// The error in the system's own words, and in no others: what they stand behind says what was tried.
  package var description: String { String(cString: strerror(facts.code.number)) }
}
