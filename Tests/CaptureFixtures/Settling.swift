package import Fixtures
package import OpenCaptureFlow
package import OpenCaptureSession

extension CaptureVideoDataOutput {
  /// Waits until the delegate is idle.
  package func settle() throws(TimedOut) {
    try TimedOut.unless("the delegate is done") { deadline in waitUntilIdle(until: deadline) }
  }
}

extension CaptureMetadataOutput {
  /// Waits until the detectors and the delegate are idle.
  package func settle() throws(TimedOut) {
    try TimedOut.unless("the detectors are done") { deadline in waitUntilIdle(until: deadline) }
  }
}

extension DetachedProcessor {
  /// Waits until the processor is idle.
  package func settle() throws(TimedOut) {
    try TimedOut.unless("the detached processor is done") { deadline in waitUntilIdle(until: deadline) }
  }
}
