package import OpenCaptureMediaSamples
import OpenCaptureSystem

extension PictureError {
  /// The error of a buffer that couldn't be made.
  package init(_ error: MediaError, subject: String) {
    switch error.code {
    case .outOfMemory:
      self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    case .invalidDimensions: self.init(.tooLarge, subject: subject, error)
    default: self.init(.unsupportedConversion, subject: subject, error)
    }
  }
}
