import OpenCaptureFlow
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import CAllocationCounter
@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("Cameras that deliver nothing")
struct StallTests {
  private static func seconds(_ seconds: Int) -> MediaTime { MediaTime(value: Int64(seconds), timescale: 1) }
  private static func patience(_ notice: MediaTime, _ limit: MediaTime) -> StallPatience {
    StallPatience(notice: notice, limit: limit)
  }
  private let second: UInt64 = 1_000_000_000
  private let usual = patience(seconds(1), seconds(5))

  // MARK: The state machine

  @Test("Silence is told once, and then given up; a frame begins it all anew")
  func order() {
    var watch = StallWatch(usual, since: 7 * second)
    #expect(watch.look(at: 8 * second - 1) == .wait)
    #expect(watch.look(at: 8 * second) == .tell(silence: second))
    #expect(watch.look(at: 9 * second) == .wait)
    #expect(watch.look(at: 12 * second) == .giveUp(silence: 5 * second))
    watch.frameCame(at: 12 * second)
    #expect(watch.look(at: 12 * second) == .wait)
    #expect(watch.look(at: 14 * second) == .tell(silence: 2 * second))
  }

  @Test("It is waited until there is something to say, and never a moment less")
  func timeouts() {
    var watch = StallWatch(usual, since: 0)
    #expect(watch.timeout(at: 0) == 1000)
    #expect(watch.timeout(at: 999_500_000) == 1)
    #expect(watch.timeout(at: second) == 0)
    _ = watch.look(at: second)
    #expect(watch.timeout(at: second) == 4000)
    #expect(watch.timeout(at: 6 * second) == 0)
    watch.frameCame(at: 6 * second)
    #expect(watch.timeout(at: 6 * second) == 1000)
  }

  @Test(
    "Frames that come take nothing from the heap",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"),
    .enabled(if: isOptimized, "what isn't optimized takes more"))
  func allocations() {
    var watch = StallWatch(usual, since: 0)
    var sum = 0
    let before = allocation_count()
    for frame in 0..<1000 as Range<UInt64> {
      sum += Int(watch.timeout(at: frame))
      watch.frameCame(at: frame)
    }
    #expect(allocation_count() - before == 0 && sum == 1_000_000)
  }

  @Test("Neither time need be: for ever is waited without a notice, and without an end")
  func forEver() {
    var silent = StallWatch(Self.patience(.positiveInfinity, .positiveInfinity), since: 0)
    #expect(silent.timeout(at: .max) == -1)
    #expect(silent.look(at: .max) == .wait)
    var endless = StallWatch(Self.patience(Self.seconds(1), .positiveInfinity), since: 0)
    #expect(endless.look(at: 3 * second) == .tell(silence: 3 * second))
    #expect(endless.timeout(at: 3 * second) == -1)
    // Longer than nanoseconds can count is for ever, too.
    #expect(Self.patience(.zero, MediaTime(value: .max, timescale: 1)).limit == nil)
  }

  @Test("Where the stream is to be given up as soon as silence would be told, only that is said")
  func atOnce() {
    var watch = StallWatch(Self.patience(Self.seconds(5), Self.seconds(1)), since: 0)
    #expect(watch.timeout(at: 0) == 1000)
    #expect(watch.look(at: second) == .giveUp(silence: second))
  }

  @Test("A clock that was read before the last frame is no silence")
  func clock() {
    var watch = StallWatch(usual, since: 9 * second)
    #expect(watch.look(at: 0) == .wait)
  }

  @Test("Where frames last long, it is ten of them that are waited for")
  func slowFrames() {
    let slow = StallPatience(
      notice: Self.seconds(1), limit: Self.seconds(5), frameDuration: MediaTime(value: 1, timescale: 5))
    #expect(slow == Self.patience(Self.seconds(2), Self.seconds(5)))
    let fast = StallPatience(
      notice: Self.seconds(1), limit: Self.seconds(5), frameDuration: MediaTime(value: 1, timescale: 30))
    #expect(fast == usual)
    let exposure = StallPatience(notice: .positiveInfinity, limit: Self.seconds(5), frameDuration: Self.seconds(2))
    #expect(exposure == Self.patience(.positiveInfinity, Self.seconds(20)))
  }

  @Test("A stall is said in words", arguments: [(10, "1"), (14, "1.4"), (250, "25")])
  func words(_ tenths: Int, _ text: String) {
    let stall = CaptureStall(since: .zero, duration: MediaTime(value: Int64(tenths), timescale: 10))
    #expect("\(stall)" == "no frame for \(text) s")
    #expect("\(CaptureStall(since: .zero, duration: .positiveInfinity))" == "no frame for inf s")
  }

  // MARK: Sessions

  @Test("A session tells within a second that no frames come, once, and that they come again")
  func session() async throws {
    let it = try SteppedSession()
    let port = it.input.ports[0]
    var events = it.session.events.makeAsyncIterator()
    try it.step(3)
    it.camera.inject(.stall)
    // At 15 frames a second; the first of these is the one that is missing.
    it.camera.step(16)
    let stall = CaptureStall(since: MediaTime(value: 3, timescale: 15), duration: MediaTime(value: 1, timescale: 1))
    guard case .didStall(port, let told)? = await events.next() else {
      Issue.record("no stall was told")
      return
    }
    #expect(abs((told.since - stall.since).seconds) < 1e-6 && told.description == stall.description)
    it.camera.step(10)
    #expect(it.session.isRunning && !it.session.isInterrupted)
    it.camera.recover()
    try it.step()
    #expect(await events.next() == .stallEnded(port))
    #expect(it.log.numbers == [0, 1, 2, 29])
    it.camera.inject(.stall)
    it.camera.step(16)
    guard case .didStall? = await events.next() else {
      Issue.record("the next stall was not told")
      return
    }
  }

  @Test("The failure comes when the time-out is over, after the notice")
  func failure() async throws {
    let it = try SteppedSession()
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(60)
    guard case .didStall? = await events.next(), case .runtimeError(let error)? = await events.next() else {
      Issue.record("not told in this order")
      return
    }
    #expect(error.code == .stalled && error.reason == "no frame came for 3.0 s")
    #expect(await events.next() == .didStopRunning)
  }

  @Test("Both times can be set")
  func options() async throws {
    var options = SyntheticCamera.Options()
    (options.stallNotice, options.stallTimeout) = (Self.seconds(2), Self.seconds(4))
    let it = try SteppedSession(options: options)
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(70)
    guard case .didStall(_, let stall)? = await events.next(), case .runtimeError(let error)? = await events.next()
    else {
      Issue.record("not told in this order")
      return
    }
    #expect("\(stall)" == "no frame for 2 s")
    #expect(error.reason == "no frame came for 4.0 s")
  }

  @Test("A stall ends with the first frame of a stream that was started anew for another format")
  func restart() async throws {
    let it = try SteppedSession()
    let port = it.input.ports[0]
    var events = it.session.events.makeAsyncIterator()
    it.camera.inject(.stall)
    it.camera.step(20)
    guard case .didStall? = await events.next() else {
      Issue.record("no stall was told")
      return
    }
    it.session.sessionPreset = .vga640x480
    try it.step()
    #expect(await events.next() == .stallEnded(port))
  }
}
