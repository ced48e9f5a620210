public import Dispatch
import OpenCaptureSystem

/// An error of an expected event that did not happen in time, even for a slow system.
public struct TimedOut: Error, CustomStringConvertible {
  /// The expected event.
  public let description: String

  /// Makes the error of an expected event.
  public init(what: String) { description = "timed out waiting for: \(what)" }

  /// The default timeout in seconds: two minutes.
  public static let defaultTimeout = 120

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - what: The name of the event for the error.
  ///   - timeout: The timeout in seconds.
  ///   - wait: Waits until a deadline in nanoseconds of the monotonic clock; returns false if the deadline passed.
  public static func unless(
    _ what: String, within timeout: Int = defaultTimeout, _ wait: (UInt64) -> Bool
  ) throws(TimedOut) {
    guard wait(MonotonicClock.now() + UInt64(timeout) * 1_000_000_000) else {
      throw TimedOut(what: "\(what), in \(timeout) s")
    }
  }
}

extension DispatchSemaphore {
  /// Waits for a signal.
  ///
  /// - Parameter what: The name of the signal for the error.
  public func wait(for what: String) throws(TimedOut) {
    try TimedOut.unless(what) { wait(timeout: DispatchTime(uptimeNanoseconds: $0)) == .success }
  }
}
