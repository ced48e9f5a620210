import OpenCaptureMediaSamples

/// Which times and numbers the sample buffers of a device get: a value that is told what the driver says.
///
/// Frames are counted as they are read. Where some were lost, the next times say so, and the numbers have a gap of as many
/// sample buffers as would have fitted in, at least one.
struct SoundTimeline: Sendable {
  /// The place of a sample buffer.
  struct Place: Sendable, Hashable {
    let time: MediaTime
    let number: UInt64
  }

  private(set) var loop: DelayLockedLoop
  private let rate: Int
  private let framesPerBuffer: Int
  /// How many frames were read.
  private var position: Int64 = 0
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
  ///   - delay: How many frames lie between the one that is read next and the one that was heard at the stamp.
  ///   - stamp: In nanoseconds.
  mutating func observe(delay: Int64, at stamp: UInt64) {
    let (heard, isTooLate) = position.addingReportingOverflow(delay)
    guard !isTooLate else { return }
    if loop.update(position: heard, stamp: stamp) == .restarted { isBroken = true }
  }

  /// Whether times are known.
  var isRunning: Bool { loop.isRunning }

  /// Takes note that frames were lost, how many the next stamp will tell.
  mutating func breakOff() {
    loop.forgetTime()
    isBroken = true
  }

  /// The place of frames that are read; nil before the driver said anything.
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
