import OpenCaptureMediaSamples

/// Which times and numbers the sample buffers of a device get: a value that is told what the driver says.
///
/// Frames are counted as they are read, and get their places once it is known how long they were on their way. Where some were
/// lost, the next times say so, and the numbers have a gap of as many sample buffers as would have fitted in, at least one.
struct SoundTimeline: Sendable {
  /// The place of a sample buffer.
  struct Place: Sendable, Hashable {
    let time: MediaTime
    let number: UInt64
  }

  private(set) var loop: DelayLockedLoop
  private let rate: Int
  private let framesPerBuffer: Int
  /// How many frames were read, and how many of them have a place.
  private var (readCount, position): (Int64, Int64) = (0, 0)
  private var delay = SettlingDelay()

  /// What the driver said.
  private struct Observation {
    /// How many frames were heard until when, in nanoseconds.
    let heard: Int64
    let stamp: UInt64
    /// For how long they were on their way to where they can be read, in seconds.
    let way: Double

    var seconds: Double { Double(stamp) / 1e9 }

    /// How many frames were heard, and so many more.
    func heard(and bias: Double) -> Int64 {
      let (sum, isTooLate) = heard.addingReportingOverflow(Int64(bias.rounded()))
      return isTooLate ? heard : sum
    }
  }

  /// What it said last, and last of what the loop followed.
  private var (latest, followed): (Observation?, Observation?)
  /// How many frames more are taken for heard than the driver says, so that times don't jump.
  private var bias = 0.0
  /// How fast that becomes less, in seconds for each second.
  private static let slew = 500e-6
  /// How far what a device says can change and be believed, in seconds.
  private static let largestChange = 10.0
  private var nextNumber: UInt64 = 0
  /// When what was read last ends, in nanoseconds; nil before anything was.
  private var end: UInt64?
  private var isBroken = false

  init(rate: Int, framesPerBuffer: Int) {
    (self.rate, self.framesPerBuffer) = (rate, max(1, framesPerBuffer))
    loop = DelayLockedLoop(rate: Double(rate))
  }

  /// Takes note of what the driver says.
  ///
  /// - Parameters:
  ///   - available: How many frames can be read.
  ///   - delay: How many frames lie between the one that is read next and the one that was heard at the stamp.
  ///   - stamp: In nanoseconds.
  mutating func observe(available: Int, delay: Int, at stamp: UInt64) {
    let (heard, isTooLate) = readCount.addingReportingOverflow(Int64(max(available, delay)))
    guard !isTooLate else { return }
    let way = (Double(max(available, delay)) - Double(available)) / Double(rate)
    latest = Observation(heard: heard, stamp: stamp, way: way)
    self.delay.observe(way, at: stamp)
    if self.delay.isSettled { follow() }
  }

  /// Lets what was said of the delay do, settled or not.
  mutating func settle() {
    if !loop.isRunning { follow() }
  }

  private mutating func follow() {
    guard let latest else { return }
    absorbChange(in: latest)
    let outcome = loop.update(position: latest.heard(and: bias), stamp: latest.stamp)
    if outcome == .restarted { isBroken = true }
    if outcome != .ignored { followed = latest }
  }

  /// Where times would jump by as much as the device says something else of how long frames are on their way, nothing changes at
  /// once: none is missing, and times approach what it says as slowly as a clock that is a little wrong.
  private mutating func absorbChange(in latest: Observation) {
    guard let followed, let predicted = loop.time(ofPosition: latest.heard(and: bias)) else { return }
    let elapsed = max(0, latest.seconds - followed.seconds)
    let correction = min(abs(bias), Self.slew * elapsed * Double(rate))
    bias -= bias < 0 ? -correction : correction
    let error = latest.seconds - Double(predicted) / 1e9
    guard abs(error) > loop.tolerance, abs(error) <= Self.largestChange else { return }
    guard abs(error + latest.way - followed.way) <= loop.tolerance else { return }
    bias += error * Double(rate)
  }

  /// Takes note of frames that were read.
  mutating func read(_ frames: Int) { readCount += Int64(frames) }

  /// Whether times are known.
  var isRunning: Bool { loop.isRunning }

  /// Takes note that frames were lost, how many the next stamp will tell.
  mutating func breakOff() {
    loop.forgetTime()
    // A server begins to estimate anew.
    (isBroken, latest, followed, bias, delay) = (true, nil, nil, 0, SettlingDelay())
  }

  /// The place of the frames that were read behind those that have one; nil before times are known.
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
