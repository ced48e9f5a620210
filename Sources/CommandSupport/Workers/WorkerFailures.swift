import Glibc
package import OpenCaptureIsolation

extension JobFailure {
  /// The reason, for messages.
  var reason: String {
    switch self {
    case .timeout: "the decoder did not come to an end"
    case .crashed(let signal): "the decoder crashed (\(SignalName.text(signal)))"
    case .exited(let status): "the decoder ended with status \(status)"
    case .invalidReply: "the decoder sent an invalid reply"
    case .cancelled: "cancelled"
    case .noWorker(let reason): reason
    }
  }
}

extension FileFailure {
  /// The code of a decoder that was stopped because it did not come to an end.
  static let timeoutCode = "timeout"
  /// The code of a decoder that crashed.
  static let crashCode = "crashed"

  /// Makes the failure for a worker that did not end its job.
  package init(_ failure: JobFailure, at path: InputPath) {
    let hint = "; the file is damaged or hostile"
    switch failure {
    case .timeout: self.init(failure.reason + hint, at: path, code: Self.timeoutCode)
    case .crashed, .exited, .invalidReply: self.init(failure.reason + hint, at: path, code: Self.crashCode)
    case .cancelled: self.init(failure.reason, at: path, code: "cancelled")
    case .noWorker: self.init(failure.reason, at: path, code: "noWorkers")
    }
  }
}

extension FileFailure {
  /// The failure for another process.
  package var reported: ReportedFailure { ReportedFailure(subject: subject, reason: reason, code: code) }

  /// Makes a failure that another process has reported.
  package init(_ failure: ReportedFailure) {
    self.init(subject: failure.subject, reason: failure.reason, code: failure.code)
  }
}

/// The names of signals.
enum SignalName {
  private static let names: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGKILL: "SIGKILL",
    SIGSEGV: "SIGSEGV",
    SIGSYS: "SIGSYS", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU",
  ]

  static func text(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }
}
