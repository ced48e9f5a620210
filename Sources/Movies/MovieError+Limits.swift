import OpenCaptureSystem

extension MovieError {
  /// The error of work that was given up.
  private init(_ error: WorkLimitError, subject: String) {
    self.init(error.code == .cancelled ? .cancelled : .deadlineExceeded, subject: subject, error)
  }

  /// Looks whether work on a movie is to go on.
  ///
  /// - Throws: ``MovieError`` where a limit is reached that it runs within.
  static func checkLimits(of subject: String) throws(MovieError) {
    do throws(WorkLimitError) { try WorkLimit.check() } catch { throw MovieError(error, subject: subject) }
  }

  /// The error of a reader that was told to stop: by a limit, or by whoever has it.
  static func stopped(subject: String) -> Self {
    do throws(MovieError) { try checkLimits(of: subject) } catch { return error }
    return Self(.cancelled, subject: subject, reason: "it was cancelled")
  }
}
