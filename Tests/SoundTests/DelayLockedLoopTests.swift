import Fixtures
import OpenCaptureSound
import Testing

@Suite("DelayLockedLoop")
struct DelayLockedLoopTests {
  /// A simulated device with 48 kHz and a status every 480 frames, and the loop that follows it.
  private struct Run {
    var loop = DelayLockedLoop(rate: 48_000)
    var random = SeededGenerator(seed: 7)
    var position: Int64 = 0
    let start: UInt64 = 5_000_000_000_000
    var drift = 0.0

    /// Returns the true time of a position, in nanoseconds.
    func truth(_ position: Int64) -> Double {
      Double(start) + Double(position) / (48_000 * (1 + drift / 1e6)) * 1e9
    }

    /// The error of the loop at the current position, in seconds.
    var error: Double { (Double(loop.time(ofPosition: position) ?? 0) - truth(position)) / 1e9 }

    /// Runs the loop for a number of seconds, with timestamps off by up to `jitter` seconds in each direction.
    mutating func run(seconds: Int, jitter: Double, _ body: (Run) -> Void = { _ in }) {
      for _ in 0..<seconds * 100 {
        position += 480
        let noise = (Double(random.next() >> 11) * 0x1p-53 * 2 - 1) * jitter
        _ = loop.update(position: position, stamp: UInt64(truth(position) + noise * 1e9))
        body(self)
      }
    }
  }

  @Test("Exact timestamps give exact times, to within a few nanoseconds")
  func exact() {
    var it = Run()
    it.run(seconds: 60, jitter: 0) { #expect(abs($0.error) < 3e-9) }
    #expect(abs(it.loop.drift) < 1e-3)
  }

  @Test("Noise of 2 ms is reduced to a tenth after the loop has narrowed")
  func jitter() {
    var it = Run()
    it.run(seconds: 20, jitter: 0.002)
    var worst = 0.0
    it.run(seconds: 60, jitter: 0.002) { worst = max(worst, abs($0.error)) }
    #expect(worst < 0.0002)
  }

  @Test("The loop follows a clock with an error and measures its rate", arguments: [1000.0, -1000, 100, -100])
  func drift(_ drift: Double) {
    var it = Run(drift: drift)
    var worst = 0.0
    it.run(seconds: 60, jitter: 0.000_2) { worst = max(worst, abs($0.error)) }
    #expect(worst < 0.001)
    #expect(abs(it.loop.drift - drift) < 10)
    #expect(abs(it.loop.measuredRate - 48_000 * (1 + drift / 1e6)) < 0.5)
  }

  @Test("Times are contiguous to within a few microseconds while the loop converges")
  func contiguous() {
    var it = Run(drift: 300)
    var last: UInt64?
    var worst = 0.0
    it.run(seconds: 30, jitter: 0.000_1) { it in
      let now = it.loop.time(ofPosition: it.position) ?? 0
      if let last { worst = max(worst, abs(Double(now) - Double(last) - 10e6) / 1e9) }
      last = now
    }
    #expect(worst < 0.000_02)
  }

  @Test("A single outlier is ignored, and the timeline restarts after several")
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
    #expect(outcomes.filter { $0 == .ignored }.count == DelayLockedLoop.maximumOutlierCount)
    #expect(outcomes[DelayLockedLoop.maximumOutlierCount] == .restarted && outcomes.last == .followed)
    let end = Double(it.loop.time(ofPosition: it.position) ?? 0)
    #expect(abs(end - it.truth(it.position) - 1e9) < 1e3)
  }

  @Test("After a gap, the loop starts with the next timestamp at the measured rate")
  func gap() {
    var it = Run(drift: 500)
    it.run(seconds: 60, jitter: 0)
    it.loop.restartTimeline()
    #expect(!it.loop.isRunning && it.loop.time(ofPosition: 1) == nil)
    #expect(it.loop.update(position: 100, stamp: 9_000_000_000) == .started)
    #expect(it.loop.time(ofPosition: 100) == 9_000_000_000)
    #expect(abs(it.loop.drift - 500) < 1)
  }

  @Test("Out-of-range positions get the first or last time that can be represented")
  func farPositions() {
    var loop = DelayLockedLoop(rate: 1)
    #expect(loop.update(position: .max, stamp: 1 << 40) == .started)
    #expect(loop.time(ofPosition: .min) == 0)
    #expect(loop.update(position: .min, stamp: 5) == .ignored)
    loop.restartTimeline()
    #expect(loop.update(position: .min, stamp: .max - 5) == .started)
    #expect(loop.time(ofPosition: .max) == .max)
  }

  @Test("Repeated and earlier timestamps do not disturb the loop")
  func standing() {
    var loop = DelayLockedLoop(rate: 48_000)
    #expect(loop.update(position: 0, stamp: 1_000_000_000) == .started)
    #expect(loop.update(position: 0, stamp: 1_000_001_000) == .followed)
    #expect(loop.update(position: -480, stamp: 990_000_000) == .followed)
    #expect(loop.time(ofPosition: 0) == 1_000_000_000)
    #expect(loop.time(ofPosition: -48_000 * 5) == 0)
  }
}
