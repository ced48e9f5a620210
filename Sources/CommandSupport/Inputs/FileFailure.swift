import OpenCaptureFlow
import OpenCaptureSystem
import Glibc

/// What is said of a file that failed: an input, or what was to be written.
package struct FileFailure: Sendable, CustomStringConvertible {
  /// What the file is called.
  package let subject: String
  /// What is wrong, and what to do about it.
  package let reason: String
  /// What programs tell the kind of failure by: the name of the error's code that all began with.
  package let code: String

  /// A failure of an input.
  ///
  /// - Parameter code: What programs tell its kind by; default that it can't be opened.
  package init(_ reason: String, at input: InputPath, code: String = "cannotOpen") {
    (subject, self.reason, self.code) = (input.title, reason, code)
  }

  /// What an error during the work on an input means: an output that can't be written is no fault of the input's.
  package init(_ error: any Error, at input: InputPath) {
    code = (error as? any DescribedError)?.rootCode ?? "failed"
    (subject, reason) =
      switch error {
      case let error as OutputError: (error.subject, error.reasonAndRemedy)
      case let error as CaptureError where error.code == .cannotWrite: (error.subject, error.reasonAndRemedy)
      case let error as any DescribedError where error.errno == EACCES && input.isReadableOutside:
        (input.title, "\(error.reason): it was put there since the sandbox closed; try again, or with --no-sandbox")
      case let error as any DescribedError where error.subject == input.title: (input.title, error.reasonAndRemedy)
      default: (input.title, "\(error)")
      }
  }

  package var description: String { "\(subject): \(reason)" }
}

extension InputPath {
  /// Whether the person may read the file, whatever the sandbox says: `access` isn't among what Landlock takes.
  fileprivate var isReadableOutside: Bool { withCString { access($0, R_OK) } == 0 }
}
