public import Dispatch
import OpenCaptureSystem

/// That something didn't happen within a time in which it happens on the slowest of machines.
public struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for.
  public let description: String

  /// Makes the error about something.
  public init(what: String) { description = "this never came: \(what)" }

  /// How long is waited, in seconds, unless it is work that takes long: two minutes.
  public static let patience = 120

  /// Waits for something.
  ///
  /// - Parameters:
  ///   - what: What is waited for, as the error says it.
  ///   - patience: For how long, in seconds.
  ///   - wait: Waits until a deadline, in nanoseconds of the monotonic clock; false where that passed first.
  public static func unless(
    _ what: String, within patience: Int = patience, _ wait: (UInt64) -> Bool
  ) throws(TimedOut) {
    guard wait(MonotonicClock.now() + UInt64(patience) * 1_000_000_000) else {
      throw TimedOut(what: "\(what), in \(patience) s")
    }
  }
}

extension DispatchSemaphore {
  /// Waits for a signal.
  ///
  /// - Parameter what: What it stands for.
  public func wait(for what: String) throws(TimedOut) {
    try TimedOut.unless(what) { wait(timeout: DispatchTime(uptimeNanoseconds: $0)) == .success }
  }
}
