/// A filter that estimates the time of each frame and the real sample rate of a device from noisy timestamps.
///
/// This is a critically damped second-order loop (F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference
/// 2005). Each timestamp states when a position was reached. The loop predicts this time, and corrects its phase and,
/// to a lesser extent, its period by the difference. The bandwidth is 1 Hz at the start, so that the loop locks within
/// a second. Later it narrows to ``DelayLockedLoop/bandwidth``.
public struct DelayLockedLoop: Sendable, Hashable {
  /// The effect of a timestamp.
  public enum Outcome: Sendable, Hashable {
    /// The timestamp is the first one, or the first after a gap, and starts the timeline.
    case started
    /// The loop followed the timestamp.
    case followed
    /// The timestamp differs too much from the prediction and was ignored.
    case ignored
    /// Several timestamps in a row differed too much, so the timeline was restarted at the measured rate.
    case restarted
  }

  /// The final bandwidth, in Hz (default: 0.05).
  public let bandwidth: Double
  /// The maximum difference between a timestamp and its prediction, in seconds (default: 20 ms).
  public let tolerance: Double
  /// The number of consecutive ignored timestamps after which the timeline is restarted.
  public static let maximumOutlierCount = 8

  private let nominalPeriod: Double
  /// The first timestamp, in nanoseconds; other times are relative to it, which keeps them precise.
  private var epoch: UInt64?
  /// The current position of the loop.
  private var position: Int64 = 0
  /// The time of the current position, in seconds since the epoch.
  private var time = 0.0
  /// The duration of a frame, in seconds.
  private var period: Double
  /// The time since the loop started, in seconds.
  private var age = 0.0
  private var outlierCount = 0

  /// Creates a loop that has not started.
  ///
  /// - Parameters:
  ///   - rate: The nominal sample rate, in Hz.
  ///   - bandwidth: The final bandwidth, in Hz; a lower one suppresses more noise.
  ///   - tolerance: The maximum difference between a timestamp and its prediction, in seconds.
  public init(rate: Double, bandwidth: Double = 0.05, tolerance: Double = 0.02) {
    nominalPeriod = 1 / max(1, rate)
    self.bandwidth = bandwidth
    self.tolerance = tolerance
    period = nominalPeriod
  }

  /// Whether the loop has received a timestamp, so that times are known.
  public var isRunning: Bool { epoch != nil }

  /// The measured sample rate, in Hz of the timestamps' clock.
  public var measuredRate: Double { 1 / period }

  /// The clock error of the device, in parts per million; positive if the device is fast.
  public var drift: Double { (nominalPeriod / period - 1) * 1e6 }

  /// Processes a timestamp.
  ///
  /// - Parameters:
  ///   - position: The number of frames before the one captured at that time.
  ///   - stamp: The time, in nanoseconds.
  public mutating func update(position: Int64, stamp: UInt64) -> Outcome {
    guard let epoch else {
      begin(position, stamp)
      return .started
    }
    let frames = distance(to: position)
    let predicted = time + frames * period
    let error = Self.seconds(from: epoch, to: stamp) - predicted
    guard abs(error) <= tolerance else {
      outlierCount += 1
      guard outlierCount > Self.maximumOutlierCount else { return .ignored }
      begin(position, stamp)
      return .restarted
    }
    outlierCount = 0
    guard frames > 0 else { return .followed }
    follow(error, frames, predicted)
    self.position = position
    return .followed
  }

  /// Returns the time of a frame in nanoseconds, or nil before the first timestamp.
  public func time(ofPosition position: Int64) -> UInt64? {
    guard let epoch else { return nil }
    let nanoseconds = (time + distance(to: position) * period) * 1e9
    // Out-of-range positions get the first or last time that can be represented.
    guard nanoseconds >= 0 else { return epoch - min(epoch, UInt64(min(-nanoseconds, 0x1p63))) }
    let (end, isTooLate) = epoch.addingReportingOverflow(UInt64(min(nanoseconds.rounded(), 0x1p63)))
    return isTooLate ? UInt64.max : end
  }

  /// Returns the number of frames between the current position of the loop and another one.
  private func distance(to position: Int64) -> Double { Double(position) - Double(self.position) }

  /// Records a gap: the next timestamp restarts the timeline at the measured rate.
  public mutating func restartTimeline() { epoch = nil }

  private mutating func begin(_ position: Int64, _ stamp: UInt64) {
    epoch = stamp
    self.position = position
    time = 0
    age = 0
    outlierCount = 0
  }

  private mutating func follow(_ error: Double, _ frames: Double, _ predicted: Double) {
    let elapsed = frames * period
    let width = max(bandwidth, 1 / (1 + age))
    // After a long pause, at most half of the difference is corrected.
    let omega = min(0.5, 2 * .pi * width * elapsed)
    time = predicted + 2.0.squareRoot() * omega * error
    period += omega * omega * error / frames
    age += elapsed
  }

  private static func seconds(from epoch: UInt64, to stamp: UInt64) -> Double {
    stamp >= epoch ? Double(stamp - epoch) / 1e9 : -Double(epoch - stamp) / 1e9
  }
}
