/// A time or a duration as an exact rational number of seconds: `value` / `timescale`.
///
/// Follows CoreMedia's `CMTime`: besides numbers it holds ±infinity, *indefinite* (not known yet) and
/// *invalid* (not a time at all). Equal instants are equal whatever their timescales are: 1/2 == 300/600.
///
/// Arithmetic is exact while the result fits 64 bits over 31; where it doesn't fit, the finest timescale that
/// holds it is taken, the value is rounded to nearest and ``hasBeenRounded`` is set; a result that not even
/// whole seconds hold is an infinity of its sign. Nothing traps.
public struct MediaTime: Sendable {
  /// What a time is, in the order of `CMTimeCompare`.
  package enum Kind: UInt8, Sendable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  /// The number of ticks; without a meaning where the time is not numeric, and 0 where nobody set it.
  public var value: Int64

  /// Ticks per second; a number with one that is not above 0 is ``invalid``, and of other times it has no meaning.
  public var timescale: Int32

  /// Whether some operation that led here could not give the exact result.
  public package(set) var hasBeenRounded: Bool

  /// Which stretch of a timeline the time is in, where one begins anew: after a loop or a jump, say.
  ///
  /// Default 0, as of durations.
  public var epoch: Int64 = 0

  /// What it was made as, whatever its timescale was set to since.
  package var declaredKind: Kind

  /// What it is.
  package var kind: Kind { declaredKind == .numeric && timescale <= 0 ? .invalid : declaredKind }

  /// Makes `value` / `timescale` seconds; ``invalid`` where the timescale is not above 0.
  public init(value: Int64, timescale: Int32) {
    self = timescale > 0 ? Self(value, timescale, hasBeenRounded: false) : .invalid
  }

  /// Makes the time nearest to `seconds` that the timescale can hold.
  ///
  /// NaN gives ``invalid``. Where the value would overflow, a coarser timescale is taken, as `CMTime` does.
  ///
  /// - Parameters:
  ///   - seconds: The time, in seconds.
  ///   - preferredTimescale: Ticks per second; 600 suits film and video rates, 1,000,000,000 clocks.
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
    (self.value, self.timescale, self.hasBeenRounded) = (value, timescale, hasBeenRounded)
    declaredKind = .numeric
  }

  private init(kind: Kind) {
    (value, timescale, hasBeenRounded, declaredKind) = (0, 0, false, kind)
  }

  /// 2⁶³, the first magnitude that `Int64` does not hold.
  private static let largestTicks = 0x1p63

  /// Zero seconds.
  public static let zero = Self(0, 1, hasBeenRounded: false)

  /// Not a time: what an operation on something that is not a time gives.
  public static let invalid = Self(kind: .invalid)

  /// A time that is not known, such as the duration of a live stream.
  public static let indefinite = Self(kind: .indefinite)

  /// Later than every number.
  public static let positiveInfinity = Self(kind: .positiveInfinity)

  /// Earlier than every number.
  public static let negativeInfinity = Self(kind: .negativeInfinity)

  /// Whether this is a time at all, infinite and indefinite ones included.
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
