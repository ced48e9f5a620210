public import OpenCaptureSystem

/// An error of a scan in a worker process.
public typealias IsolationError = DomainError<IsolationErrorDomain>

/// The domain of ``IsolationError``.
public enum IsolationErrorDomain {}

extension IsolationError.Code {
  /// A type is none that `scan-qr` reads, or none is given.
  public static var unsupportedType: Self { Self("unsupportedType") }
  /// The program that runs the workers is missing or cannot be started.
  public static var helperMissing: Self { Self("helperMissing", hint: "install scan-qr, or name its path") }
  /// The file cannot be opened.
  public static var cannotOpen: Self { Self("cannotOpen", hint: "check the name and the permissions") }
  /// The file is in no known format, or nothing of it can be decoded.
  public static var unreadable: Self { Self("unreadable") }
  /// The file took too long.
  public static var timeout: Self { Self("timeout", hint: "allow more time, if the file is trusted") }
  /// The decoder crashed, needed too much memory, or sent an invalid reply.
  public static var crashed: Self { Self("crashed", hint: "reject the file; it is damaged or hostile") }
}

extension IsolationError {
  /// Makes the error of a job that a worker did not end.
  init(_ failure: JobFailure, subject: String) {
    switch failure {
    case .timeout, .cancelled: self.init(.timeout, subject: subject, reason: "the decoder did not end in time")
    case .crashed(let signal):
      self.init(.crashed, subject: subject, reason: "the decoder was ended by signal \(signal)")
    case .exited(let status):
      self.init(.crashed, subject: subject, reason: "the decoder ended with status \(status)")
    case .invalidReply: self.init(.crashed, subject: subject, reason: "the decoder sent an invalid reply")
    case .noWorker(let reason): self.init(.helperMissing, subject: "scan-qr", reason: reason)
    }
  }
}
