public import CoreVideo
public import OpenCaptureMediaSamples

/// A time or duration as an exact fraction of a second.
///
/// Times are equal if they represent the same instant, as ``CMTimeCompare(_:_:)`` defines. The timescales can
/// differ. If a sum does not fit, the result has the finest timescale that fits, and is marked as rounded. Apple's
/// implementation halves the timescale until the sum fits, which is less exact. A timescale of 0 or less makes the
/// time invalid.
public typealias CMTime = MediaTime

/// A number of ticks.
public typealias CMTimeValue = Int64

/// Ticks per second.
public typealias CMTimeScale = Int32

/// A number that distinguishes repeated stretches of a timeline.
public typealias CMTimeEpoch = Int64

/// The rounding of a time that a new timescale cannot represent exactly.
public typealias CMTimeRoundingMethod = MediaTimeRoundingMethod

/// The finest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = .max

/// The time zero; the older form of `CMTime.zero`.
public let kCMTimeZero: CMTime = .zero
/// An invalid time; the older form of `CMTime.invalid`.
public let kCMTimeInvalid: CMTime = .invalid
/// An unknown time; the older form of `CMTime.indefinite`.
public let kCMTimeIndefinite: CMTime = .indefinite
/// A time later than every number; the older form of `CMTime.positiveInfinity`.
public let kCMTimePositiveInfinity: CMTime = .positiveInfinity
/// A time earlier than every number; the older form of `CMTime.negativeInfinity`.
public let kCMTimeNegativeInfinity: CMTime = .negativeInfinity

/// Flags of a time.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates flags from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid.
  public static let valid = Self(rawValue: 1 << 0)
  /// A previous operation rounded the time.
  public static let hasBeenRounded = Self(rawValue: 1 << 1)
  /// The time is later than every number.
  public static let positiveInfinity = Self(rawValue: 1 << 2)
  /// The time is earlier than every number.
  public static let negativeInfinity = Self(rawValue: 1 << 3)
  /// The time is unknown.
  public static let indefinite = Self(rawValue: 1 << 4)
  /// The flags of times that are not numbers.
  public static let impliedValueFlagsMask: Self = [.positiveInfinity, .negativeInfinity, .indefinite]
}

extension MediaTimeRoundingMethod {
  /// To nearest, with ties away from zero.
  public static var `default`: Self { .roundHalfAwayFromZero }
}

extension MediaTime {
  /// Creates an invalid time.
  public init() { self = .invalid }

  /// Creates a time from its fields.
  ///
  /// - Parameters:
  ///   - value: The number of ticks.
  ///   - timescale: Ticks per second.
  ///   - flags: The flags; only ``CMTimeFlags/valid`` for a number.
  ///   - epoch: The epoch.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self = .zero
    self.value = value
    self.timescale = timescale
    self.epoch = epoch
    self.flags = flags
  }

  /// The flags of the time.
  public var flags: CMTimeFlags {
    get {
      let kindFlags: CMTimeFlags =
        switch kind {
        case .invalid: []
        case .numeric: .valid
        case .indefinite: [.valid, .indefinite]
        case .positiveInfinity: [.valid, .positiveInfinity]
        case .negativeInfinity: [.valid, .negativeInfinity]
        }
      return hasBeenRounded ? kindFlags.union(.hasBeenRounded) : kindFlags
    }
    set {
      hasBeenRounded = newValue.contains(.hasBeenRounded)
      declaredKind =
        if !newValue.contains(.valid) {
          .invalid
        } else if newValue.contains(.positiveInfinity) {
          .positiveInfinity
        } else if newValue.contains(.negativeInfinity) {
          .negativeInfinity
        } else {
          newValue.contains(.indefinite) ? .indefinite : .numeric
        }
    }
  }
}

/// Creates a time of `value` / `timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Creates a time of `value` / `timescale` seconds in an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Creates the time nearest to a number of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time in seconds; NaN if it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Returns whether a time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Returns whether a time is later than every number.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Returns whether a time is earlier than every number.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Returns whether a time is unknown.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Returns whether a time is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Returns whether a previous operation rounded the time.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.isNumeric && time.hasBeenRounded }

/// Converts a time to another timescale.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime { time.convertScale(newTimescale, method: method) }

/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns a multiple of a time.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time * Int(multiplier) }

/// Returns a multiple of a time: exact if possible, otherwise in the finest timescale that fits.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.product(multiplier) }

/// Returns a time multiplied by a fraction.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: Int64(multiplier), over: Int64(divisor))
}

/// Returns −1, 0 or 1 if the first time is before, at or after the second.
///
/// The order is −∞, numbers, indefinite, +∞, invalid. Numbers of an epoch are before all numbers of the next epoch.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  time1 < time2 ? -1 : time1 == time2 ? 0 : 1
}

/// Returns the earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// Returns the later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// Returns the absolute value of a time.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time.magnitude }

/// The key of the number of ticks in a dictionary.
public let kCMTimeValueKey: CFString = "value"
/// The key of the ticks per second in a dictionary.
public let kCMTimeScaleKey: CFString = "timescale"
/// The key of the epoch in a dictionary.
public let kCMTimeEpochKey: CFString = "epoch"
/// The key of the flags in a dictionary.
public let kCMTimeFlagsKey: CFString = "flags"

/// Returns a time as a dictionary, for storage.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: time.value, kCMTimeScaleKey: time.timescale, kCMTimeEpochKey: time.epoch,
    kCMTimeFlagsKey: time.flags.rawValue,
  ]
}

/// Creates a time from a dictionary; invalid if the dictionary has no time.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  guard let numbers = dictionaryRepresentation, let value = numbers.integer(kCMTimeValueKey),
    let timescale = numbers.integer(kCMTimeScaleKey).flatMap(Int32.init(exactly:)),
    let flags = numbers.integer(kCMTimeFlagsKey).flatMap(UInt32.init(exactly:))
  else { return .invalid }
  return CMTime(
    value: Int64(value), timescale: timescale, flags: CMTimeFlags(rawValue: flags),
    epoch: Int64(numbers.integer(kCMTimeEpochKey) ?? 0))
}

/// Returns a description for debugging, such as `{1001/30000 = 0.033}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  guard time.isValid else { return "{INVALID}" }
  if time.isIndefinite { return "{INDEFINITE}" }
  guard time.isNumeric else { return time.isPositiveInfinity ? "{+INFINITY}" : "{-INFINITY}" }
  let rounded = time.hasBeenRounded ? ", rounded" : ""
  return "{\(time.value)/\(time.timescale) = \(threeDecimals(time.seconds))\(rounded)}"
}

/// Prints a time for debugging.
public func CMTimeShow(_ time: CMTime) { print(CMTimeCopyDescription(allocator: nil, time: time) ?? "") }

/// Returns a number with three decimals, such as `-0.033`, independently of the locale.
private func threeDecimals(_ seconds: Double) -> String {
  let thousandths = (seconds.magnitude * 1_000).rounded()
  guard let number = Int64(exactly: thousandths) else { return "\(seconds)" }
  let fraction = String(String(1_000 + number % 1_000).dropFirst())
  return (seconds < 0 && number != 0 ? "-" : "") + "\(number / 1_000).\(fraction)"
}
