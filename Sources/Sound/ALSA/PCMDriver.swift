import OpenCaptureMediaSamples

/// A device that sound is read from or written to, as little of it as streams need, so that tests can be one.
///
/// One thread at a time uses it; no call but ``wait(_:)`` and ``pause(_:)`` waits.
protocol PCMDriver: AnyObject, Sendable {
  /// What was granted.
  var setup: PCMSetup { get }

  /// Begins, or begins anew after something went wrong.
  func start() throws(PCMFailure)

  /// Goes on after the machine slept; false where the device is still asleep.
  func resume() throws(PCMFailure) -> Bool

  /// How far it is.
  func status() throws(PCMFailure) -> PCMStatus

  /// Reads so many frames at most, and says how many; 0 where there are none yet.
  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMFailure) -> Int

  /// Writes so many frames at most, and says how many; 0 where there is no room yet.
  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMFailure) -> Int

  /// Waits until there is a period to read, or room for one to write.
  ///
  /// - Parameter timeout: In milliseconds; −1 for as long as a device waits at a time, which ends as if it had run out.
  /// - Returns: `.ready` can be wrong: who reads or writes sees.
  func wait(_ timeout: Int32) throws(PCMFailure) -> PCMWait

  /// Waits for nothing but to be woken.
  ///
  /// - Parameter timeout: In milliseconds.
  func pause(_ timeout: Int32) -> PCMWait

  /// Now, in nanoseconds of the clock of the stamps.
  var now: UInt64 { get }

  /// Tells which call hasn't come back yet.
  var calls: CallClock { get }

  /// Gives the device back.
  func close()
}

/// How a device was set up.
struct PCMSetup: Sendable, Hashable {
  let format: AudioFormat
  /// Frames from one interrupt to the next.
  let period: Int
  /// Frames that the device holds.
  let buffer: Int
}

/// How far a device is.
struct PCMStatus: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case running, overrun, suspended, gone, stopped
  }

  var state: State
  /// Frames that can be read, or written.
  var available: Int
  /// Frames from the one that is read or written next to the one that is heard.
  var delay: Int
  /// When that was so, in nanoseconds of `CLOCK_MONOTONIC`.
  var stamp: UInt64
}

/// Why a wait is over.
enum PCMWait: Sendable, Hashable {
  case ready, timedOut, woken
}

/// What a driver refused.
struct PCMFailure: Error, Hashable {
  /// What was tried, such as `read`.
  let what: String
  /// The system's number, above 0.
  let errno: Int32
}
