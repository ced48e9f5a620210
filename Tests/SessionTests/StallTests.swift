import OpenCaptureFlow
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import CAllocationCounter
@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("Stalled cameras")
struct StallTests {
  private static func seconds(_ seconds: Int) -> MediaTime { MediaTime(value: Int64(seconds), timescale: 1) }
  private static func timeouts(_ notice: MediaTime, _ limit: MediaTime) -> StallTimeouts {
    StallTimeouts(reportDelay: notice, limit: limit)
  }
  private let second: UInt64 = 1_000_000_000
  private let usual = timeouts(seconds(1), seconds(5))

  // MARK: Stall detector

  @Test("A stall is reported once and then fails the stream, and a frame restarts both timeouts")
  func order() {
    var watch = StallDetector(usual, since: 7 * second)
    #expect(watch.check(at: 8 * second - 1) == .wait)
    #expect(watch.check(at: 8 * second) == .report(silence: second))
    #expect(watch.check(at: 9 * second) == .wait)
    #expect(watch.check(at: 12 * second) == .giveUp(silence: 5 * second))
    watch.recordFrame(at: 12 * second)
    #expect(watch.check(at: 12 * second) == .wait)
    #expect(watch.check(at: 14 * second) == .report(silence: 2 * second))
  }

  @Test("The wait lasts exactly until the next report")
  func waitingTime() {
    var watch = StallDetector(usual, since: 0)
    #expect(watch.timeout(at: 0) == 1000)
    #expect(watch.timeout(at: 999_500_000) == 1)
    #expect(watch.timeout(at: second) == 0)
    _ = watch.check(at: second)
    #expect(watch.timeout(at: second) == 4000)
    #expect(watch.timeout(at: 6 * second) == 0)
    watch.recordFrame(at: 6 * second)
    #expect(watch.timeout(at: 6 * second) == 1000)
  }

  @Test(
    "A frame allocates no memory",
    .enabled(if: allocation_counter_works(), "sanitizers replace the allocator"),
    .enabled(if: isOptimized, "unoptimized code allocates more"))
  func allocations() {
    var watch = StallDetector(usual, since: 0)
    var sum = 0
    let before = allocation_count()
    for frame in 0..<1000 as Range<UInt64> {
      sum += Int(watch.timeout(at: frame))
      watch.recordFrame(at: frame)
    }
    #expect(allocation_count() - before == 0 && sum == 1_000_000)
  }

  @Test("Both timeouts can be infinite")
  func forEver() {
    var silent = StallDetector(Self.timeouts(.positiveInfinity, .positiveInfinity), since: 0)
    #expect(silent.timeout(at: .max) == -1)
    #expect(silent.check(at: .max) == .wait)
    var endless = StallDetector(Self.timeouts(Self.seconds(1), .positiveInfinity), since: 0)
    #expect(endless.check(at: 3 * second) == .report(silence: 3 * second))
    #expect(endless.timeout(at: 3 * second) == -1)
    // A time that exceeds the range of nanoseconds is infinite too.
    #expect(Self.timeouts(.zero, MediaTime(value: .max, timescale: 1)).limit == nil)
  }

  @Test("If the limit is shorter than the notice, only the failure is reported")
  func atOnce() {
    var watch = StallDetector(Self.timeouts(Self.seconds(5), Self.seconds(1)), since: 0)
    #expect(watch.timeout(at: 0) == 1000)
    #expect(watch.check(at: second) == .giveUp(silence: second))
  }

  @Test("A time before the last frame is not a stall")
  func clock() {
    var watch = StallDetector(usual, since: 9 * second)
    #expect(watch.check(at: 0) == .wait)
  }

  @Test("Timeouts last at least ten frames")
  func slowFrames() {
    let slow = StallTimeouts(
      reportDelay: Self.seconds(1), limit: Self.seconds(5), frameDuration: MediaTime(value: 1, timescale: 5))
    #expect(slow == Self.timeouts(Self.seconds(2), Self.seconds(5)))
    let fast = StallTimeouts(
      reportDelay: Self.seconds(1), limit: Self.seconds(5), frameDuration: MediaTime(value: 1, timescale: 30))
    #expect(fast == usual)
    let exposure = StallTimeouts(
      reportDelay: .positiveInfinity, limit: Self.seconds(5), frameDuration: Self.seconds(2))
    #expect(exposure == Self.timeouts(.positiveInfinity, Self.seconds(20)))
  }

  @Test("A stall is described with its duration", arguments: [(10, "1"), (14, "1.4"), (250, "25")])
  func description(_ tenths: Int, _ text: String) {
    let stall = CaptureStall(since: .zero, duration: MediaTime(value: Int64(tenths), timescale: 10))
    #expect("\(stall)" == "no frame for \(text) s")
    #expect("\(CaptureStall(since: .zero, duration: .positiveInfinity))" == "no frame for inf s")
  }

  // MARK: Sessions

  @Test("A session reports a stall once within a second, and its end")
  func session() async throws {
    let it = try SteppedSession()
    let port = it.input.ports[0]
    var events = it.session.events.makeAsyncIterator()
    try it.step(3)
    it.camera.inject(.stall)
    // At 15 frames per second. The first of these frames is the missing one.
    it.camera.step(16)
    let stall = CaptureStall(since: MediaTime(value: 3, timescale: 15), duration: MediaTime(value: 1, timescale: 1))
    guard case .didStall(port, let reported)? = await events.next() else {
      Issue.record("no stall was reported")
      return
    }
    #expect(
      abs((reported.since - stall.since).seconds) < 1e-6 && reported.description == stall.description)
    it.camera.step(10)
    #expect(it.session.isRunning && !it.session.isInterrupted)
    it.camera.recover()
    try it.step()
    #expect(await events.next() == .stallEnded(port))
    #expect(it.log.numbers == [0, 1, 2, 29])
    it.camera.inject(.stall)
    it.camera.step(16)
    guard case .didStall? = await events.next() else {
      Issue.record("the next stall was not reported")
      return
    }
  }

  @Test("The failure follows the stall report when the timeout expires")
  func failure() async throws {
    let it = try SteppedSession()
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(60)
    guard case .didStall? = await events.next(), case .runtimeError(let error)? = await events.next() else {
      Issue.record("wrong order of events")
      return
    }
    #expect(error.code == .stalled && error.reason == "no frame arrived for 3.0 s")
    #expect(await events.next() == .didStopRunning)
  }

  @Test("Both timeouts of a camera can be set")
  func options() async throws {
    var options = SyntheticCamera.Options()
    options.stallNotice = Self.seconds(2)
    options.stallTimeout = Self.seconds(4)
    let it = try SteppedSession(options: options)
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(70)
    guard case .didStall(_, let stall)? = await events.next(), case .runtimeError(let error)? = await events.next()
    else {
      Issue.record("wrong order of events")
      return
    }
    #expect("\(stall)" == "no frame for 2 s")
    #expect(error.reason == "no frame arrived for 4.0 s")
  }

  @Test("A stall ends with the first frame after a restart with another format")
  func restart() async throws {
    let it = try SteppedSession()
    let port = it.input.ports[0]
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(20)
    guard case .didStall? = await events.next() else {
      Issue.record("no stall was reported")
      return
    }
    it.session.sessionPreset = .vga640x480
    try it.step()
    #expect(await events.next() == .stallEnded(port))
  }
}
