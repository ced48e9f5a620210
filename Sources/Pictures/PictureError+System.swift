import MediaSamples

extension PictureError {
  /// The error for a system call that has just failed.
  init(_ code: Code, subject: String, systemError: Int32) {
    self.init(
      code, subject: subject, errno: systemError, reason: SystemErrorWords.reason(for: systemError),
      remedy: SystemErrorWords.remedy(for: systemError))
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
