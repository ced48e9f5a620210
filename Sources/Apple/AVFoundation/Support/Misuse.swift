import Glibc
import OpenCaptureFlow
import OpenCaptureSession

/// What becomes of calls that raise an exception on Apple's systems: they are told on standard error, and have no effect.
///
/// A program that raises none there runs the same here; one that does goes on here, as it would have been.
enum Misuse {
  /// Runs a call, and tells of what is thrown.
  ///
  /// - Returns: Whether it had an effect.
  @discardableResult
  static func telling(_ name: String = #function, _ call: () throws -> Void) -> Bool {
    do {
      try call()
      return true
    } catch {
      tell("\(name): \(error)")
      return false
    }
  }

  /// Lets properties of devices that couldn't be set be told of, from now on.
  static func tellOfRefusals() { _ = refusals }

  private static let refusals: Void = {
    CaptureRefusals.reporter = { tell("\($0)") }
  }()

  /// Tells of a call that can't have an effect.
  static func tell(_ text: String) {
    var line = "AVFoundation: \(text)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
