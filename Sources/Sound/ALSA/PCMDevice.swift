import OpenCaptureMediaSamples
import Glibc

/// The operations of a PCM device that streams need, as a protocol so that tests can replace the device.
///
/// Only one thread at a time uses the device. Only ``wait(_:)`` and ``pause(_:)`` block.
protocol PCMDevice: AnyObject, Sendable {
  var setup: PCMConfiguration { get }

  /// Starts the device, or restarts it after a failure.
  func start() throws(PCMError)

  /// Resumes after a system suspend, and returns false while the device is still suspended.
  func resume() throws(PCMError) -> Bool

  /// Returns the state and position of the device.
  func status() throws(PCMError) -> PCMStatus

  /// Reads at most the given number of frames, and returns the number read, 0 if none are available.
  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMError) -> Int

  /// Writes at most the given number of frames, and returns the number written, 0 if the buffer is full.
  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMError) -> Int

  /// Waits until a period can be read or written.
  ///
  /// - Parameter timeout: The timeout in milliseconds, or −1 for the maximum of the device, after which the wait ends
  ///   too.
  /// - Returns: The reason. `.ready` may be wrong, so the caller must be prepared to read or write nothing.
  func wait(_ timeout: Int32) throws(PCMError) -> PCMWaitResult

  /// Waits until woken, or until the timeout in milliseconds.
  func pause(_ timeout: Int32) -> PCMWaitResult

  /// The current time, in nanoseconds of the timestamps' clock.
  var now: UInt64 { get }

  var calls: CallClock { get }

  func close()
}

/// The configuration of a device.
struct PCMConfiguration: Sendable, Hashable {
  let format: AudioFormat
  /// The number of frames between two interrupts.
  let period: Int
  /// The capacity of the device's buffer, in frames.
  let buffer: Int
}

/// The state and position of a device.
struct PCMStatus: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case running, overrun, suspended, gone, stopped
  }

  var state: State
  /// The number of frames that can be read or written.
  var available: Int
  /// The number of frames between the next one to read or write and the one currently heard.
  var delay: Int
  /// The time of this status, in nanoseconds of `CLOCK_MONOTONIC`.
  var stamp: UInt64
}

/// The reason why a wait ended.
enum PCMWaitResult: Sendable, Hashable {
  case ready, timedOut, woken
}

/// A failed device operation.
struct PCMError: Error, Hashable {
  /// The operation, such as `read`.
  let what: String
  /// The positive error number of the system.
  let errno: Int32
}

extension PCMError {
  /// The consequence of a failure for a stream.
  enum Meaning: Sendable, Hashable {
    /// Frames were lost, and the device must be restarted.
    case broken
    /// The system was suspended.
    case suspended
    /// The device is disconnected.
    case gone
    /// The device cannot continue.
    case fatal
  }

  /// Whether the device can be restarted.
  var isRecoverable: Bool { meaning == .broken || meaning == .suspended }

  var meaning: Meaning {
    switch errno {
    // Some USB drivers return EIO when packets are missing.
    case EPIPE, EIO, EBADFD: .broken
    case ESTRPIPE: .suspended
    case ENODEV, ENXIO, ENOENT, ENOTCONN, ECONNRESET, ECONNREFUSED: .gone
    default: .fatal
    }
  }
}
