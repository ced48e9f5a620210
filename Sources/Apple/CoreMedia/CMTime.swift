public import OpenCaptureMediaSamples

/// A time or a duration, an exact fraction of seconds.
///
/// It is equal to another that stands for the same instant, whatever their timescales are, as ``CMTimeCompare(_:_:)`` has it.
/// Where a sum doesn't fit, the finest timescale that holds it is taken, where Apple's halves it until one does: the result
/// is nearer, and says as well that it was rounded. A timescale that is not above 0 makes an invalid time.
public typealias CMTime = MediaTime

/// A number of ticks.
public typealias CMTimeValue = Int64

/// Ticks per second.
public typealias CMTimeScale = Int32

/// Which stretch of a timeline a time is in.
public typealias CMTimeEpoch = Int64

/// How a time is rounded that a new timescale can't hold exactly.
public typealias CMTimeRoundingMethod = MediaTimeRoundingMethod

/// The finest timescale that times are kept in.
public let kCMTimeMaxTimescale: CMTimeScale = .max

/// What a time is.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It is a time at all.
  public static let valid = Self(rawValue: 1 << 0)
  /// Some operation that led here could not give the exact result.
  public static let hasBeenRounded = Self(rawValue: 1 << 1)
  /// It is later than every number.
  public static let positiveInfinity = Self(rawValue: 1 << 2)
  /// It is earlier than every number.
  public static let negativeInfinity = Self(rawValue: 1 << 3)
  /// Nobody knows it.
  public static let indefinite = Self(rawValue: 1 << 4)
  /// The flags that say what it is in place of a number.
  public static let impliedValueFlagsMask: Self = [.positiveInfinity, .negativeInfinity, .indefinite]
}

extension MediaTimeRoundingMethod {
  /// To nearest, ties away from zero.
  public static var `default`: Self { .roundHalfAwayFromZero }
}

extension MediaTime {
  /// Makes an invalid time.
  public init() { self = .invalid }

  /// Makes a time of these parts.
  ///
  /// - Parameters:
  ///   - value: The number of ticks.
  ///   - timescale: Ticks per second.
  ///   - flags: What it is; a number where it is valid and nothing else.
  ///   - epoch: Which stretch of a timeline it is in.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self = .zero
    (self.value, self.timescale, self.epoch) = (value, timescale, epoch)
    self.flags = flags
  }

  /// What it is.
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

/// Makes `value` / `timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Makes `value` / `timescale` seconds in a stretch of a timeline.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Makes the time nearest to so many seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; NaN where it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Whether it is a time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether it is later than every number.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Whether it is earlier than every number.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Whether nobody knows it.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Whether it is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Whether some operation that led here could not give the exact result.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.isNumeric && time.hasBeenRounded }
