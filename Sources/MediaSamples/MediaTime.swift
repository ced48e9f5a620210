import OpenCaptureSystem

/// A time or a duration as an exact rational number of seconds: `value` / `timescale`.
///
/// Follows CoreMedia's `CMTime`: a time is a number, ±infinity, *indefinite* (not known yet) or *invalid* (not a
/// time). Equal instants are equal regardless of their timescales: 1/2 == 300/600.
///
/// Arithmetic is exact while the result fits 64 bits over 31. Otherwise the result uses the finest timescale that
/// fits, is rounded to nearest, and sets ``hasBeenRounded``. A result too large for whole seconds is an infinity of
/// its sign. Nothing traps.
public struct MediaTime: Sendable {
  /// The kind of a time, in the order of `CMTimeCompare`.
  package enum Kind: UInt8, Sendable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  /// The number of ticks; meaningless if the time is not numeric (default: 0).
  public var value: Int64

  /// The ticks per second; a number with a timescale of 0 or below is ``invalid``.
  ///
  /// Meaningless for other times.
  public var timescale: Int32

  /// Whether an operation that led to this time was inexact.
  public package(set) var hasBeenRounded: Bool

  /// The section of a timeline that contains the time; a new one begins, for example, after a loop or a jump.
  ///
  /// Default: 0, the epoch of durations.
  public var epoch: Int64 = 0

  /// The kind that the time was made with; does not consider later changes of the timescale.
  package var declaredKind: Kind

  package var kind: Kind { declaredKind == .numeric && timescale <= 0 ? .invalid : declaredKind }

  /// Makes `value` / `timescale` seconds; ``invalid`` if the timescale is 0 or below.
  public init(value: Int64, timescale: Int32) {
    self = timescale > 0 ? Self(value, timescale, hasBeenRounded: false) : .invalid
  }

  /// Makes the time nearest to `seconds` in a timescale.
  ///
  /// NaN gives ``invalid``. If the value would overflow, the timescale becomes coarser, as with `CMTime`.
  ///
  /// - Parameters:
  ///   - seconds: The time in seconds.
  ///   - preferredTimescale: Ticks per second; 600 suits film and video rates, 1,000,000,000 suits clocks.
  public init(seconds: Double, preferredTimescale: Int32) {
    guard !seconds.isNaN, preferredTimescale > 0 else {
      self = .invalid
      return
    }
    var timescale = preferredTimescale
    while timescale > 1, abs(seconds) * Double(timescale) >= Self.largestTicks { timescale /= 2 }
    let ticks = (seconds * Double(timescale)).rounded()
    guard abs(ticks) < Self.largestTicks else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let exact = ticks / Double(timescale) == seconds
    self.init(Int64(ticks), timescale, hasBeenRounded: !exact)
  }

  init(_ value: Int64, _ timescale: Int32, hasBeenRounded: Bool) {
    self.value = value
    self.timescale = timescale
    self.hasBeenRounded = hasBeenRounded
    declaredKind = .numeric
  }

  private init(kind: Kind) {
    value = 0
    timescale = 0
    hasBeenRounded = false
    declaredKind = kind
  }

  /// 2⁶³, the first magnitude beyond `Int64`.
  private static let largestTicks = 0x1p63

  /// Zero seconds.
  public static let zero = Self(0, 1, hasBeenRounded: false)

  /// No time: the result of operations on invalid times.
  public static let invalid = Self(kind: .invalid)

  /// An unknown time, such as the duration of a live stream.
  public static let indefinite = Self(kind: .indefinite)

  /// Later than every number.
  public static let positiveInfinity = Self(kind: .positiveInfinity)

  /// Earlier than every number.
  public static let negativeInfinity = Self(kind: .negativeInfinity)

  /// Whether this is a time, including infinite and indefinite ones.
  public var isValid: Bool { kind != .invalid }

  /// Whether this is a number of seconds.
  public var isNumeric: Bool { kind == .numeric }

  /// Whether this is ``indefinite``.
  public var isIndefinite: Bool { kind == .indefinite }

  /// Whether this is ``positiveInfinity``.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }

  /// Whether this is ``negativeInfinity``.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }

  /// The time in seconds; ±infinity for the infinities, NaN for indefinite and invalid times.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }
}

extension MediaTime: CustomStringConvertible {
  /// The fraction and its value, such as `1001/30000 s (0.033367)`.
  public var description: String {
    guard kind == .numeric else { return "\(kind)" }
    let micro = (seconds * 1e6).rounded() / 1e6
    return "\(value)/\(timescale) s (\(micro)\(hasBeenRounded ? ", rounded" : ""))"
  }
}

extension MediaTime: Comparable, Hashable {
  /// Returns whether both are the same instant of the same epoch, regardless of their timescales.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.kind == .numeric, right.kind == .numeric else { return left.kind == right.kind }
    return left.epoch == right.epoch && left.crossProduct(right) == right.crossProduct(left)
  }

  /// Orders times as `CMTimeCompare` does: −∞, numbers, indefinite, +∞, invalid; numbers by epoch first.
  public static func < (left: Self, right: Self) -> Bool {
    guard left.kind == .numeric, right.kind == .numeric else {
      return left.kind.rawValue < right.kind.rawValue
    }
    guard left.epoch == right.epoch else { return left.epoch < right.epoch }
    return left.crossProduct(right) < right.crossProduct(left)
  }

  /// Hashes the reduced fraction, so that equal times hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard kind == .numeric else { return }
    hasher.combine(epoch)
    let divisor = greatestCommonDivisor(Int128(value), Int128(timescale))
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
  }

  private func crossProduct(_ other: Self) -> Int128 { Int128(value) * Int128(other.timescale) }
}

extension MediaTime {
  /// The current time of the system's monotonic clock, which camera timestamps use.
  public static var hostTime: MediaTime {
    MediaTime(value: Int64(clamping: MonotonicClock.now()), timescale: 1_000_000_000)
  }
}
