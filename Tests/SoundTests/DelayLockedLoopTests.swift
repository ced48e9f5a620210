import Fixtures
import OpenCaptureSound
import Testing

@Suite("DelayLockedLoop")
struct DelayLockedLoopTests {
  /// A device of 48 kHz that is asked every 480 frames, and what the loop makes of its stamps.
  private struct Run {
    var loop = DelayLockedLoop(rate: 48_000)
    var random = SeededGenerator(seed: 7)
    var position: Int64 = 0
    let start: UInt64 = 5_000_000_000_000
    var drift = 0.0

    /// When a position is truly reached, in nanoseconds.
    func truth(_ position: Int64) -> Double {
      Double(start) + Double(position) / (48_000 * (1 + drift / 1e6)) * 1e9
    }

    /// How far off the loop is at the position, in seconds.
    var error: Double { (Double(loop.time(ofPosition: position) ?? 0) - truth(position)) / 1e9 }

    /// Gives the loop stamps for some seconds, each off by up to so many seconds either way.
    mutating func run(seconds: Int, jitter: Double, _ body: (Run) -> Void = { _ in }) {
      for _ in 0..<seconds * 100 {
        position += 480
        let noise = (Double(random.next() >> 11) * 0x1p-53 * 2 - 1) * jitter
        _ = loop.update(position: position, stamp: UInt64(truth(position) + noise * 1e9))
        body(self)
      }
    }
  }

  @Test("Exact stamps give exact times, to a nanosecond or two")
  func exact() {
    var it = Run()
    it.run(seconds: 60, jitter: 0) { #expect(abs($0.error) < 3e-9) }
    #expect(abs(it.loop.drift) < 1e-3)
  }

  @Test("Of 2 ms of noise a tenth comes through, once the loop has narrowed")
  func jitter() {
    var it = Run()
    it.run(seconds: 20, jitter: 0.002)
    var worst = 0.0
    it.run(seconds: 60, jitter: 0.002) { worst = max(worst, abs($0.error)) }
    #expect(worst < 0.0002)
  }

  @Test("A clock that is wrong is followed, and its rate is told", arguments: [1000.0, -1000, 100, -100])
  func drift(_ drift: Double) {
    var it = Run(drift: drift)
    var worst = 0.0
    it.run(seconds: 60, jitter: 0.000_2) { worst = max(worst, abs($0.error)) }
    #expect(worst < 0.001)
    #expect(abs(it.loop.drift - drift) < 10)
    #expect(abs(it.loop.measuredRate - 48_000 * (1 + drift / 1e6)) < 0.5)
  }

  @Test("Times of frames follow each other within a few microseconds while it converges")
  func contiguous() {
    var it = Run(drift: 300)
    var (last, worst) = (UInt64?.none, 0.0)
    it.run(seconds: 30, jitter: 0.000_1) { it in
      let now = it.loop.time(ofPosition: it.position) ?? 0
      if let last { worst = max(worst, abs(Double(now) - Double(last) - 10e6) / 1e9) }
      last = now
    }
    #expect(worst < 0.000_02)
  }

  @Test("One stamp that is far off is left out; times begin anew where they all are")
  func outliers() {
    var it = Run()
    it.run(seconds: 5, jitter: 0)
    let before = it.loop
    #expect(it.loop.update(position: it.position + 480, stamp: UInt64(it.truth(it.position) + 90e6)) == .ignored)
    #expect(it.loop.time(ofPosition: 0) == before.time(ofPosition: 0))
    it.run(seconds: 1, jitter: 0)
    #expect(abs(it.error) < 1e-6)
    // A second is missing.
    var outcomes: [DelayLockedLoop.Outcome] = []
    for index in 1...10 {
      let position = it.position + Int64(index) * 480
      outcomes.append(it.loop.update(position: position, stamp: UInt64(it.truth(position) + 1e9)))
    }
    #expect(outcomes.filter { $0 == .ignored }.count == DelayLockedLoop.patience)
    #expect(outcomes[DelayLockedLoop.patience] == .restarted && outcomes.last == .followed)
    let end = Double(it.loop.time(ofPosition: it.position) ?? 0)
    #expect(abs(end - it.truth(it.position) - 1e9) < 1e3)
  }

  @Test("After a gap it begins with the next stamp, at the rate that it had measured")
  func gap() {
    var it = Run(drift: 500)
    it.run(seconds: 60, jitter: 0)
    it.loop.forgetTime()
    #expect(!it.loop.isRunning && it.loop.time(ofPosition: 1) == nil)
    #expect(it.loop.update(position: 100, stamp: 9_000_000_000) == .started)
    #expect(it.loop.time(ofPosition: 100) == 9_000_000_000)
    #expect(abs(it.loop.drift - 500) < 1)
  }

  @Test("Positions that no device reaches have the first and the last time that there are")
  func farPositions() {
    var loop = DelayLockedLoop(rate: 1)
    #expect(loop.update(position: .max, stamp: 1 << 40) == .started)
    #expect(loop.time(ofPosition: .min) == 0)
    #expect(loop.update(position: .min, stamp: 5) == .ignored)
    loop.forgetTime()
    #expect(loop.update(position: .min, stamp: .max - 5) == .started)
    #expect(loop.time(ofPosition: .max) == .max)
  }

  @Test("Stamps that don't go on, or go back, do no harm")
  func standing() {
    var loop = DelayLockedLoop(rate: 48_000)
    #expect(loop.update(position: 0, stamp: 1_000_000_000) == .started)
    #expect(loop.update(position: 0, stamp: 1_000_001_000) == .followed)
    #expect(loop.update(position: -480, stamp: 990_000_000) == .followed)
    #expect(loop.time(ofPosition: 0) == 1_000_000_000)
    #expect(loop.time(ofPosition: -48_000 * 5) == 0)
  }
}
