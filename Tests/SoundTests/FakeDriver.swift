import Glibc
import OpenCaptureMediaSamples
@testable import OpenCaptureSound

/// A device that does what a test says, on a clock of its own; its samples count.
///
/// Unchecked: one thread uses it.
final class FakeDriver: PCMDriver, @unchecked Sendable {
  enum Step {
    /// So many frames are heard; the driver's stamp of that is so many seconds late, and it says that they were on their way
    /// for so many.
    case frames(Int, late: Double = 0, way: Double = 0)
    /// So many seconds pass, and nothing comes.
    case pause(Double)
    /// The next that is asked fails.
    case fails(Int32)
  }

  /// When the first frame is heard, in seconds.
  static let start = 1000.0

  let setup: PCMSetup
  let calls = CallClock()
  /// Called before anything is written, as a library that may not come back.
  var onWriting: () -> Void = {}
  private(set) var startCount = 0
  private(set) var closeCount = 0
  /// What resuming says: 0 for not yet, 1 for done, else an error.
  var resumeAnswers: [Int32] = []
  /// What was written.
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
    setup = PCMSetup(format: format, period: 480, buffer: buffer)
  }

  var now: UInt64 { UInt64(seconds * 1e9) }

  func start() throws(PCMFailure) {
    startCount += 1
    available = 0
    if failure != nil { throw PCMFailure(what: "start it", errno: EPIPE) }
  }

  func resume() throws(PCMFailure) -> Bool {
    let answer = resumeAnswers.isEmpty ? 1 : resumeAnswers.removeFirst()
    if answer < 0 { throw PCMFailure(what: "resume", errno: -answer) }
    return answer == 1
  }

  func status() throws(PCMFailure) -> PCMStatus {
    if let failure {
      self.failure = nil
      if failure == EPIPE { return PCMStatus(state: .overrun, available: 0, delay: 0, stamp: now) }
      throw PCMFailure(what: "read", errno: failure)
    }
    return PCMStatus(
      state: .running, available: available, delay: available + wayFrames, stamp: UInt64(stamp * 1e9))
  }

  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMFailure) -> Int {
    let count = min(frames, available)
    let target = samples.assumingMemoryBound(to: Int16.self)
    for index in 0..<count { target[index] = Int16(truncatingIfNeeded: counter + index) }
    counter += count
    available -= count
    return count
  }

  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMFailure) -> Int {
    if let failure {
      self.failure = nil
      throw PCMFailure(what: "write", errno: failure)
    }
    calls.calling(onWriting)
    let count = min(frames, available)
    let source = samples.assumingMemoryBound(to: Int16.self)
    written += (0..<count).map { source[$0] }
    available -= count
    return count
  }

  func wait(_ timeout: Int32) throws(PCMFailure) -> PCMWait {
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

  func pause(_ timeout: Int32) -> PCMWait {
    seconds += Double(max(0, timeout)) / 1000
    return .timedOut
  }

  func close() { closeCount += 1 }
}
