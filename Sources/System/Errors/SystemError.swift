import Glibc

/// A failure of the operating system: its number, what that means, and what helps.
package struct SystemError: Error, Sendable {
  /// The system's number of the error (`errno`).
  package let code: Int32
  /// What is wrong, as it stands within a sentence.
  package let reason: String
  /// What the person can do about it; nil where nothing general is known.
  package let remedy: String?

  /// An error of this number, in the system's own words unless there are better ones.
  package init(code: Int32, reason: String? = nil, remedy: String? = nil) {
    self.code = code
    self.reason = reason ?? SystemErrorWords.reason(for: code)
    self.remedy = remedy ?? SystemErrorWords.remedy(for: code)
  }

  /// Whether a pipe's reader is gone.
  package var isClosedPipe: Bool { code == EPIPE }
}

extension SystemError: CustomStringConvertible {
  /// The error in the system's own words.
  package var description: String { String(cString: strerror(code)) }
}
