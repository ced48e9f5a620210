import OpenCaptureSession
import OpenCaptureSystem

/// Reports of calls that raise an exception on Apple's systems, on standard error.
///
/// Such a call has no effect here, and the program continues. Programs that raise no exceptions there behave the
/// same here.
enum MisuseReporter {
  /// Runs a call, and reports its error.
  ///
  /// - Returns: Whether the call succeeded.
  @discardableResult
  static func reportingError(_ name: String = #function, _ call: () throws -> Void) -> Bool {
    do {
      try call()
      return true
    } catch {
      report("\(name): \(error)")
      return false
    }
  }

  /// Reports a property that was set to an unsupported value; `hint` tells what to do instead.
  static func reportUnsupported(_ isUnsupported: Bool, _ hint: String? = nil, name: String = #function) {
    if isUnsupported { report("\(name): not supported" + (hint.map { "; \($0)" } ?? "")) }
  }

  /// Starts reporting rejected changes of device properties at the first access.
  static let rejectionReports: Void = {
    CaptureRejectionObserver.reporter = { report("\($0)") }
  }()

  /// Writes a report to standard error.
  static func report(_ text: String) { StandardError.write(line: "AVFoundation: \(text)") }
}
