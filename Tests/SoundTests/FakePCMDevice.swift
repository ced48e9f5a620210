import Glibc
import OpenCaptureMediaSamples
@testable import OpenCaptureSound

/// A simulated device with a script of steps and its own clock; its samples are consecutive numbers.
///
/// `@unchecked Sendable`: only one thread uses the device.
final class FakePCMDevice: PCMDevice, @unchecked Sendable {
  enum Step {
    /// The given number of frames is captured, with a timestamp error and a reported latency in seconds.
    case frames(Int, late: Double = 0, way: Double = 0)
    /// The given number of seconds passes without sound.
    case pause(Double)
    /// The next operation fails.
    case fails(Int32)
  }

  /// The time of the first frame, in seconds.
  static let start = 1000.0

  let setup: PCMConfiguration
  let calls = CallClock()
  /// Called before each write, for instance to simulate a hanging library.
  var onWriting: () -> Void = {}
  private(set) var startCount = 0
  private(set) var closeCount = 0
  /// The results of the next calls to `resume()`: 0 not yet, 1 done, otherwise a negative error.
  var resumeAnswers: [Int32] = []
  /// The samples written.
  private(set) var written: [Int16] = []

  private var steps: [Step]
  private let secondsPerFrame: Double
  private var seconds = start
  private var stamp = start
  private var available = 0
  private var wayFrames = 0
  private var counter = 0
  private var failure: Int32?

  init(_ steps: [Step], drift: Double = 0, buffer: Int = 24_000) throws {
    self.steps = steps.reversed()
    secondsPerFrame = 1 / (48_000 * (1 + drift / 1e6))
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true)
    setup = PCMConfiguration(format: format, period: 480, buffer: buffer)
  }

  var now: UInt64 { UInt64(seconds * 1e9) }

  func start() throws(PCMError) {
    startCount += 1
    available = 0
    if failure != nil { throw PCMError(what: "start", errno: EPIPE) }
  }

  func resume() throws(PCMError) -> Bool {
    let answer = resumeAnswers.isEmpty ? 1 : resumeAnswers.removeFirst()
    if answer < 0 { throw PCMError(what: "resume", errno: -answer) }
    return answer == 1
  }

  func status() throws(PCMError) -> PCMStatus {
    if let failure {
      self.failure = nil
      if failure == EPIPE { return PCMStatus(state: .overrun, available: 0, delay: 0, stamp: now) }
      throw PCMError(what: "read", errno: failure)
    }
    return PCMStatus(
      state: .running, available: available, delay: available + wayFrames, stamp: UInt64(stamp * 1e9))
  }

  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMError) -> Int {
    let count = min(frames, available)
    let target = samples.assumingMemoryBound(to: Int16.self)
    for index in 0..<count { target[index] = Int16(truncatingIfNeeded: counter + index) }
    counter += count
    available -= count
    return count
  }

  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMError) -> Int {
    if let failure {
      self.failure = nil
      throw PCMError(what: "write", errno: failure)
    }
    calls.trackingCall(onWriting)
    let count = min(frames, available)
    let source = samples.assumingMemoryBound(to: Int16.self)
    written += (0..<count).map { source[$0] }
    available -= count
    return count
  }

  func wait(_ timeout: Int32) throws(PCMError) -> PCMWaitResult {
    guard let step = steps.popLast() else { return .woken }
    switch step {
    case .frames(let count, let late, let way):
      seconds += Double(count) * secondsPerFrame
      wayFrames = Int((way * 48_000).rounded())
      stamp = seconds + late
      available += count
    case .pause(let duration):
      seconds += duration
      return .timedOut
    case .fails(let errno): failure = errno
    }
    return .ready
  }

  func pause(_ timeout: Int32) -> PCMWaitResult {
    seconds += Double(max(0, timeout)) / 1000
    return .timedOut
  }

  func close() { closeCount += 1 }
}
