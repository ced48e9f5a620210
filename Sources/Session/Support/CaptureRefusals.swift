import OpenCaptureFlow
import OpenCaptureSystem

/// Who is told of properties that couldn't be set, besides `CaptureDevice.configurationError`: AVFoundation's module is, where
/// that is an exception on Apple's systems.
package enum CaptureRefusals {
  private struct Installed: Lockable {
    var reporter: (@Sendable (CaptureError) -> Void)?
  }

  private static let installed = Locked(Installed())

  /// Takes refusals, on the thread that set the property; nil where nobody does.
  package static var reporter: (@Sendable (CaptureError) -> Void)? {
    get { installed.withLock { $0.reporter } }
    set { installed.withLock { $0.reporter = newValue } }
  }
}
