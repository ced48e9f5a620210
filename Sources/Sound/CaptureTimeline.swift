import OpenCaptureMediaSamples

/// The timeline that gives the sample buffers of a device their timestamps and numbers.
///
/// Frames are counted when they are read, and get their place when the capture delay is known. After lost frames, the
/// next timestamps contain the gap. The numbers skip as many sample buffers as would have fitted into the gap, at least
/// one.
struct CaptureTimeline: Sendable {
  /// The timestamp and number of a sample buffer.
  struct Place: Sendable, Hashable {
    let time: MediaTime
    let number: UInt64
  }

  private(set) var loop: DelayLockedLoop
  private let rate: Int
  private let framesPerBuffer: Int
  /// The number of frames read.
  private var readCount: Int64 = 0
  /// The number of frames with a place.
  private var position: Int64 = 0
  private var delay = DelayStabilityCheck()

  /// A status report of the driver.
  private struct Observation {
    /// The number of frames captured until `stamp`, which is in nanoseconds.
    let heard: Int64
    let stamp: UInt64
    /// The delay between capture and availability, in seconds.
    let latency: Double

    var seconds: Double { Double(stamp) / 1e9 }

    /// Returns the number of captured frames plus a bias.
    func heard(and bias: Double) -> Int64 {
      let (sum, isTooLate) = heard.addingReportingOverflow(Int64(bias.rounded()))
      return isTooLate ? heard : sum
    }
  }

  private var latest: Observation?
  /// The latest report that the loop followed, and its error in seconds.
  private var followed: (report: Observation, error: Double)?
  /// The number of frames added to the reported position so that timestamps do not jump.
  private var bias = 0.0
  /// The rate at which the bias decreases, in seconds per second.
  private static let slew = 500e-6
  /// The maximum plausible change of the reported delay, in seconds.
  private static let largestChange = 10.0
  private var nextNumber: UInt64 = 0
  /// The end time of the last frames with a place, in nanoseconds, or nil before the first.
  private var end: UInt64?
  private var isBroken = false

  init(rate: Int, framesPerBuffer: Int) {
    self.rate = rate
    self.framesPerBuffer = max(1, framesPerBuffer)
    loop = DelayLockedLoop(rate: Double(rate))
  }

  /// Processes a status report of the driver; see ``PCMStatus``.
  mutating func observe(available: Int, delay: Int, at stamp: UInt64) {
    let (heard, isTooLate) = readCount.addingReportingOverflow(Int64(max(available, delay)))
    guard !isTooLate else { return }
    let latency = (Double(max(available, delay)) - Double(available)) / Double(rate)
    latest = Observation(heard: heard, stamp: stamp, latency: latency)
    self.delay.observe(latency, at: stamp)
    if self.delay.isSettled { follow() }
  }

  /// Starts the timeline with the latest delay, even if the delay is not yet reliable.
  mutating func settle() {
    if !loop.isRunning { follow() }
  }

  private mutating func follow() {
    guard let latest else { return }
    let error = absorbChange(in: latest)
    let outcome = loop.update(position: latest.heard(and: bias), stamp: latest.stamp)
    if outcome == .restarted { isBroken = true }
    if outcome != .ignored { followed = (latest, outcome == .followed ? error : 0) }
  }

  /// Absorbs a change of the reported delay, and returns the remaining error of the report, in seconds.
  ///
  /// If the timestamps would jump by as much as the reported delay changed, no frames are missing. The timestamps then
  /// do not jump, but approach the new delay as slowly as they would follow a slightly wrong clock. A delay may change
  /// in steps that are too small for a jump, so the changes of error and delay are compared.
  private mutating func absorbChange(in latest: Observation) -> Double {
    guard let followed, let predicted = loop.time(ofPosition: latest.heard(and: bias)) else { return 0 }
    let elapsed = max(0, latest.seconds - followed.report.seconds)
    let correction = min(abs(bias), Self.slew * elapsed * Double(rate))
    bias -= bias < 0 ? -correction : correction
    let error = latest.seconds - Double(predicted) / 1e9
    guard abs(error) > loop.tolerance, abs(error) <= Self.largestChange else { return error }
    let unexplained = error - followed.error + latest.latency - followed.report.latency
    guard abs(unexplained) <= loop.tolerance else { return error }
    bias += error * Double(rate)
    return 0
  }

  /// Records the number of frames read.
  mutating func read(_ frames: Int) { readCount += Int64(frames) }

  /// Whether timestamps are known.
  var isRunning: Bool { loop.isRunning }

  /// Records that frames were lost; the next timestamp shows how many.
  mutating func recordGap() {
    loop.restartTimeline()
    // A sound server estimates its delay anew after a restart.
    isBroken = true
    latest = nil
    followed = nil
    bias = 0
    delay = DelayStabilityCheck()
  }

  /// Returns the place of the next frames, or nil before timestamps are known.
  mutating func take(_ frames: Int) -> Place? {
    guard let start = loop.time(ofPosition: position) else { return nil }
    if isBroken, let end { nextNumber += lostCount(from: end, to: start) }
    isBroken = false
    position += Int64(frames)
    end = loop.time(ofPosition: position)
    defer { nextNumber += 1 }
    return Place(time: MediaTime(value: Int64(clamping: start), timescale: 1_000_000_000), number: nextNumber)
  }

  private func lostCount(from end: UInt64, to start: UInt64) -> UInt64 {
    guard start > end else { return 1 }
    let frames = Double(start - end) / 1e9 * Double(rate)
    return UInt64(max(1, (frames / Double(framesPerBuffer)).rounded()))
  }
}

/// A check whether the capture delay reported by a device is reliable.
///
/// Kernel devices know the delay. A sound server estimates it, and the first estimates of PulseAudio are wrong by up to
/// a third of a second. Timestamps based on them would contain false gaps or overlaps.
struct DelayStabilityCheck: Sendable {
  /// The maximum first delay that is accepted immediately, in seconds; kernel devices and PipeWire stay below it.
  static let acceptedDelay = 0.02
  /// The maximum fluctuation of a stable delay, in seconds.
  static let maximumFluctuation = 0.005
  /// The time for which a delay must be stable, in nanoseconds.
  static let settlingTime: UInt64 = 500_000_000
  /// The time after which any delay is accepted, in nanoseconds.
  static let timeout: UInt64 = 2_000_000_000

  /// Whether the delay is, or once was, reliable.
  private(set) var isSettled = false
  private var first: UInt64?
  /// The approximate delay, and the time since when it has been stable.
  private var level = (seconds: 0.0, since: UInt64(0))

  /// Records a delay between capture and availability, reported at a time in nanoseconds.
  mutating func observe(_ seconds: Double, at stamp: UInt64) {
    guard !isSettled else { return }
    guard let first else {
      first = stamp
      level = (seconds, stamp)
      isSettled = seconds <= Self.acceptedDelay
      return
    }
    if abs(seconds - level.seconds) > Self.maximumFluctuation { level = (seconds, stamp) }
    isSettled = elapsed(level.since, stamp) >= Self.settlingTime || elapsed(first, stamp) >= Self.timeout
  }

  private func elapsed(_ start: UInt64, _ end: UInt64) -> UInt64 { end > start ? end - start : 0 }
}
