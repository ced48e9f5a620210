import OpenCaptureFlow
import OpenCaptureMovies
import OpenCapturePictures

/// What is said of a file that failed: an input, or what was to be written.
package struct FileFailure: Sendable, CustomStringConvertible {
  /// What the file is called.
  package let subject: String
  /// What is wrong, and what to do about it.
  package let reason: String

  /// A failure of an input.
  package init(_ reason: String, at input: InputPath) { (subject, self.reason) = (input.title, reason) }

  /// What an error during the work on an input means: an output that can't be written is no fault of the input's.
  package init(_ error: any Error, at input: InputPath) {
    (subject, reason) =
      switch error {
      case let error as OutputError: (error.path.text, error.reason)
      case let error as CaptureError where error.code == .cannotWrite: (error.subject, error.reasonAndRemedy)
      case let error as CaptureError where error.code == .mediaTooLarge:
        (input.title, "\(error.reason); \(InputOptions.remedy)")
      case let error as CaptureError where error.code == .mediaFailed: (input.title, error.reasonAndRemedy)
      case let error as PictureError: (input.title, error.reasonAndRemedy)
      case let error as MovieError where error.code == .tooLarge:
        (input.title, "\(error.reason); \(InputOptions.remedy)")
      case let error as MovieError: (input.title, error.reasonAndRemedy)
      default: (input.title, "\(error)")
      }
  }

  package var description: String { "\(subject): \(reason)" }
}

extension CaptureError {
  /// What is wrong and what to do, for a line that names the file already.
  fileprivate var reasonAndRemedy: String { reason + (remedy.map { "; \($0)" } ?? "") }
}
