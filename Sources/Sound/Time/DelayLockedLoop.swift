/// When each frame of a device is heard, and at which rate the device really runs, out of stamps that are noisy: a value
/// without a clock.
///
/// A second-order loop, critically damped (F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005): each
/// stamp says when a position was reached; the loop predicts it, and takes a little of the difference into its phase and
/// less into its period. It begins with a bandwidth of 1 Hz, so that it locks within a second, and narrows to
/// ``DelayLockedLoop/bandwidth``.
public struct DelayLockedLoop: Sendable, Hashable {
  /// What became of a stamp.
  public enum Outcome: Sendable, Hashable {
    /// It is the first, or the first behind a gap: times begin with it.
    case started
    /// It was taken into account.
    case followed
    /// It is too far from what was expected, and was left out.
    case ignored
    /// So were several before it: times begin with it anew, at the rate that was measured.
    case restarted
  }

  /// Into which the loop narrows, in Hz; default 0.05.
  public let bandwidth: Double
  /// How far from what was expected a stamp may be, in seconds; default 20 ms.
  public let tolerance: Double
  /// How many stamps in a row may be farther before times begin anew.
  public static let patience = 8

  private let nominalPeriod: Double
  /// The first stamp, in nanoseconds; other times are seconds from it, so that nothing of them is rounded off.
  private var epoch: UInt64?
  /// The position that the loop is at, and when it was reached.
  private var position: Int64 = 0
  private var time = 0.0
  /// Seconds from one frame to the next.
  private var period: Double
  /// For how long the loop has followed, in seconds.
  private var age = 0.0
  private var outlierCount = 0

  /// Makes a loop that hasn't begun.
  ///
  /// - Parameters:
  ///   - rate: What the device says its rate is, in Hz.
  ///   - bandwidth: Into which it narrows, in Hz: the lower, the less of a stamp's noise comes through.
  ///   - tolerance: In seconds.
  public init(rate: Double, bandwidth: Double = 0.05, tolerance: Double = 0.02) {
    nominalPeriod = 1 / max(1, rate)
    (self.bandwidth, self.tolerance, period) = (bandwidth, tolerance, nominalPeriod)
  }

  /// Whether times are known.
  public var isRunning: Bool { epoch != nil }

  /// The rate at which the device runs, in Hz, by the clock of the stamps.
  public var measuredRate: Double { 1 / period }

  /// By how much the device runs faster than it says, in parts per million.
  public var drift: Double { (nominalPeriod / period - 1) * 1e6 }

  /// Takes note of a stamp.
  ///
  /// - Parameters:
  ///   - position: How many frames came before the one that was heard then.
  ///   - stamp: When that was, in nanoseconds.
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
      guard outlierCount > Self.patience else { return .ignored }
      begin(position, stamp)
      return .restarted
    }
    outlierCount = 0
    guard frames > 0 else { return .followed }
    follow(error, frames, predicted)
    self.position = position
    return .followed
  }

  /// When a frame is heard, in nanoseconds; nil before the first stamp.
  public func time(ofPosition position: Int64) -> UInt64? {
    guard let epoch else { return nil }
    let nanoseconds = (time + distance(to: position) * period) * 1e9
    // Positions that no device reaches have the first and the last time that there are.
    guard nanoseconds >= 0 else { return epoch - min(epoch, UInt64(min(-nanoseconds, 0x1p63))) }
    let (end, isTooLate) = epoch.addingReportingOverflow(UInt64(min(nanoseconds.rounded(), 0x1p63)))
    return isTooLate ? UInt64.max : end
  }

  /// How many frames a position is behind the one that the loop is at.
  private func distance(to position: Int64) -> Double { Double(position) - Double(self.position) }

  /// Takes note of a gap: times begin anew with the next stamp, at the rate that was measured.
  public mutating func forgetTime() { epoch = nil }

  private mutating func begin(_ position: Int64, _ stamp: UInt64) {
    (epoch, self.position, time, age, outlierCount) = (stamp, position, 0, 0, 0)
  }

  private mutating func follow(_ error: Double, _ frames: Double, _ predicted: Double) {
    let elapsed = frames * period
    let width = max(bandwidth, 1 / (1 + age))
    // Of a long pause, no more than half of the difference is taken.
    let omega = min(0.5, 2 * .pi * width * elapsed)
    time = predicted + 2.0.squareRoot() * omega * error
    period += omega * omega * error / frames
    age += elapsed
  }

  private static func seconds(from epoch: UInt64, to stamp: UInt64) -> Double {
    stamp >= epoch ? Double(stamp - epoch) / 1e9 : -Double(epoch - stamp) / 1e9
  }
}
