import Glibc
import OpenCaptureFlow
package import OpenCapturePictures

/// A failure of an input or output file.
package struct FileFailure: Error, CustomStringConvertible {
  /// The file's name.
  package let subject: String
  /// The reason, and a hint.
  package let reason: String
  /// The name of the original error code, for programs.
  package let code: String

  /// Makes a failure of an input.
  ///
  /// - Parameters:
  ///   - input: The input. Default: without a name.
  ///   - code: The name of the error code. Default: the input cannot be opened.
  package init(_ reason: String, at input: InputPath = InputPath(""), code: String = "cannotOpen") {
    subject = input.title
    self.reason = reason
    self.code = code
  }

  /// Makes a failure that another process has reported.
  init(subject: String, reason: String, code: String) {
    self.subject = subject
    self.reason = reason
    self.code = code
  }

  /// Makes the failure for an error while an input is processed; for an output error, the subject is the output.
  package init(_ error: any Error, at input: InputPath) {
    if let failure = error as? FileFailure {
      self = failure
      return
    }
    code = (error as? any DescribedError)?.rootCode ?? "failed"
    (subject, reason) =
      switch error {
      case let error as OutputError: (error.subject, error.reasonAndHint)
      case let error as CaptureError where error.code == .cannotWrite: (error.subject, error.reasonAndHint)
      case let error as any DescribedError where error.errno == EACCES && input.isReadable:
        (
          input.title,
          "\(error.reason): the file was created after the sandbox started; try again, or use --no-sandbox"
        )
      case let error as any DescribedError where error.subject == input.title: (input.title, error.reasonAndHint)
      default: (input.title, "\(error)")
      }
  }

  package var description: String { "\(subject): \(reason)" }
}

extension InputPath {
  /// Whether the user may read the file; also in the sandbox, as Landlock does not restrict `access`.
  var isReadable: Bool { isStandardInput || withCString { access($0, R_OK) } == 0 }
}

extension PictureError {
  /// Whether the file is no picture at all, rather than a damaged one.
  package var isNotAPicture: Bool {
    switch code {
    case .unknownFormat, .empty, .unsupportedFormat("PDF"), .unsupportedFormat("PostScript"): true
    default: false
    }
  }
}

extension Input {
  /// Returns the failure to report for an error of this input; nil if the input is to be skipped silently.
  package func failure(for error: any Error) -> FileFailure? {
    if let error = error as? PictureError, !isNamed, error.isNotAPicture { return nil }
    return FileFailure(error, at: path)
  }
}
