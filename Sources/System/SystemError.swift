import Glibc

/// A failure of the operating system without a subject: its number, meaning and hint.
package struct SystemError: DescribedError {
  /// The error number.
  package let code: Int32

  /// The cause of the failure.
  package let reason: String

  /// An action that resolves the failure; nil if no general one is known.
  package let hint: String?

  /// Makes an error of this number, described in the system's words unless a reason is given.
  package init(code: Int32, reason: String? = nil, hint: String? = nil) {
    self.code = code
    self.reason = reason ?? SystemErrorMessages.reason(for: code)
    self.hint = hint ?? SystemErrorMessages.hint(for: code)
  }

  /// The empty text; a system error has no subject.
  package var subject: String { "" }

  /// The error number.
  package var errno: Int32? { code }

  /// The error number as a code, such as `errno 2`.
  package var rootCode: String { "errno \(code)" }

  /// Whether a pipe's reader has closed it.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The system's text alone; callers put it after a text that names the failed operation.
  package var description: String { String(cString: strerror(code)) }
}

/// Texts for the system's error numbers, for users that name files.
package enum SystemErrorMessages {
  /// Returns the system's text, in lower case for use within a sentence.
  package static func reason(for error: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(error, &buffer, buffer.count) == 0 else { return "system error \(error)" }
    let text = String(characters: buffer)
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
