import Glibc

/// A failure of the operating system without a subject: its number, meaning and hint.
package struct SystemError: DescribedError {
  /// The error's code, subject, reason and hint.
  package let facts: ErrorDetails<Code>

  /// Makes an error from its facts.
  package init(_ facts: ErrorDetails<Code>) { self.facts = facts }

  /// Makes an error of this number, described in the system's words unless a reason is given.
  package init(code: Int32, reason: String? = nil, hint: String? = nil) {
    self.init(
      Code(number: code), subject: "", errno: code, reason: reason ?? SystemErrorMessages.reason(for: code),
      hint: hint)
  }

  /// A system error number.
  package struct Code: ErrorCode {
    /// The number (`errno`).
    let number: Int32

    /// The name, such as `errno 2`.
    package var name: String { "errno \(number)" }

    /// An action that resolves the failure; nil if no general one is known.
    package var hint: String? { SystemErrorMessages.hint(for: number) }
  }

  /// Whether a pipe's reader has closed it.
  package var isClosedPipe: Bool { errno == EPIPE }

  /// The system's text alone; callers put it after a text that names the failed operation.
  package var description: String { String(cString: strerror(facts.code.number)) }
}

/// Texts for the system's error numbers, for users that name files.
package enum SystemErrorMessages {
  /// Returns the system's text, in lower case for use within a sentence.
  package static func reason(for error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(error, &buffer, buffer.count) == 0 else { return "system error \(error)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Returns an action that resolves the failure; nil if no general one is known.
  package static func hint(for error: Int32) -> String? {
    switch error {
    case ENOENT, ENOTDIR: "check the name"
    case EACCES, EPERM: "check the permissions of the file and of its folder"
    case ENOSPC, EDQUOT: "free space there, or choose another folder"
    case EFBIG: "raise the file size limit (ulimit -f), or choose a disk that supports larger files"
    case EROFS: "choose a writable folder"
    case EMFILE, ENFILE: "close other files first"
    case EISDIR: "give the name of a file in that folder"
    default: nil
    }
  }
}

/// Repeats a system call as long as a signal interrupts it.
package func retryingOnInterrupt(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
