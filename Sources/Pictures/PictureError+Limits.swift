package import OpenCaptureSystem

extension PictureError {
  /// The error of work that was given up.
  package init(_ error: WorkLimitError, subject: String) {
    self.init(error.code == .cancelled ? .cancelled : .deadlineExceeded, subject: subject, error)
  }

  /// Looks whether work on a picture is to go on.
  ///
  /// - Throws: ``PictureError`` where a limit is reached that it runs within.
  package static func checkLimits(of subject: String) throws(PictureError) {
    do throws(WorkLimitError) { try WorkLimit.check() } catch { throw PictureError(error, subject: subject) }
  }
}

extension DecodingTask {
  /// The error of a decoder that was told to stop.
  func stopped() -> PictureError {
    do throws(PictureError) { try PictureError.checkLimits(of: name) } catch { return error }
    return PictureError(.cancelled, subject: name, reason: "it was cancelled")
  }
}
