import OpenCaptureSystem
import OpenCaptureMediaSamples

extension PictureError {
  /// The error for a system call that has just failed.
  init(_ code: Code, subject: String, systemError: Int32) {
    self.init(code, subject: subject, SystemError(code: systemError))
  }

  /// What the system said.
  init(_ code: Code, subject: String, _ error: SystemError) {
    self.init(code, subject: subject, errno: error.code, reason: error.reason, remedy: error.remedy)
  }

  /// The error of a buffer that couldn't be made.
  init(_ error: MediaError, subject: String) {
    switch error.code {
    case .outOfMemory:
      self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    case .invalidDimensions:
      self.init(.tooLarge, subject: subject, reason: "\(error.subject): \(error.reason)")
    default: self.init(.unsupportedConversion, subject: subject, reason: "\(error)")
    }
  }
}
