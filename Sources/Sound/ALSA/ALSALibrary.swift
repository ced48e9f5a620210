import COpenCaptureALSA
public import OpenCaptureFlow
import OpenCaptureSession
public import OpenCaptureSystem

/// ALSA's library, which is loaded when a sound device is first opened instead of being linked.
public enum ALSALibrary {
  /// The hint with the shell command that installs the library.
  public static let hint = "sudo apt install libasound2"

  /// Loads the library.
  ///
  /// - Throws: `CaptureError` with the code `unsupported` and a hint how to install the library.
  public static func load() throws(CaptureError) {
    var complaint: UnsafePointer<CChar>?
    guard !calsa_load(&complaint) else { return }
    let words = complaint.map { "the library cannot be used: \(String(cString: $0))" }
    throw CaptureError(
      .unsupported, subject: "libasound.so.2", reason: words ?? "the library is not installed", hint: hint)
  }
}

/// The start time of the current call into ALSA's library.
///
/// Such a call may never return if a sound server died: libpulse 16 waits forever for shared memory that the server
/// does not release.
final class CallClock: Sendable {
  private let start = Locked<Int?>(nil)

  func trackingCall<Result>(_ body: () -> Result) -> Result {
    start.withLock { $0 = Int(clamping: MonotonicClock.now()) }
    defer { start.withLock { $0 = nil } }
    return body()
  }

  /// The start time in nanoseconds, or nil while no call is running.
  var currentCallStart: UInt64? { start.withLock { $0 }.map { UInt64($0) } }
}

/// A detector of hanging calls, driven by the caller's clock.
struct HangDetector: Sendable {
  /// The duration after which a call hangs, in nanoseconds.
  static let hangTimeout: UInt64 = 2_000_000_000
  /// The number of checks within that duration.
  private static let checkCount: UInt64 = 4
  /// The time between two checks, in nanoseconds.
  static let pause = hangTimeout / checkCount

  private var last: UInt64
  private var call: UInt64?
  private var repeatCount: UInt64 = 0

  init(since now: UInt64) { last = now }

  /// The time of the next check, in nanoseconds.
  var next: UInt64 { last + Self.pause }

  /// Returns the duration of a hanging call in seconds, or nil if no call hangs.
  mutating func check(at now: UInt64, _ currentCallStart: UInt64?) -> Double? {
    guard now >= next else { return nil }
    // After a late check, counting restarts: the whole process may have been stopped, not only the library.
    repeatCount =
      currentCallStart != nil && currentCallStart == call && now < next + Self.pause ? repeatCount + 1 : 0
    last = now
    call = currentCallStart
    guard let currentCallStart, repeatCount >= Self.checkCount else { return nil }
    return Double(now - currentCallStart) / 1e9
  }
}
