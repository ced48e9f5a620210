/// The rounding of a time that a new timescale cannot represent exactly (`CMTimeRoundingMethod`).
public enum MediaTimeRoundingMethod: UInt32, Sendable, CaseIterable {
  /// To nearest, ties away from zero: the default.
  case roundHalfAwayFromZero = 1
  /// Towards zero.
  case roundTowardZero
  /// Away from zero.
  case roundAwayFromZero
  /// Towards zero if the new timescale is coarser, away from zero if it is finer.
  case quickTime
  /// Towards the later time.
  case roundTowardPositiveInfinity
  /// Towards the earlier time.
  case roundTowardNegativeInfinity
}

extension MediaTime {
  /// Converts this time to ticks of `newTimescale` (`CMTimeConvertScale`).
  ///
  /// ``hasBeenRounded`` reports whether the result was rounded. An overflow gives an infinity of the same sign, and a
  /// timescale of 0 or below gives ``invalid``. Times that are not numeric stay the same.
  public func convertScale(
    _ newTimescale: Int32, method: MediaTimeRoundingMethod = .roundHalfAwayFromZero
  ) -> Self {
    guard newTimescale > 0 else { return .invalid }
    guard kind == .numeric else { return self }
    var method = method
    if method == .quickTime { method = newTimescale < timescale ? .roundTowardZero : .roundAwayFromZero }
    let ratio = Ratio(numerator: Int128(value), denominator: Int128(timescale))
    let ticks = ratio.ticks(at: newTimescale, method: method)
    guard let value = Int64(exactly: ticks.value) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    return Self(value, newTimescale, hasBeenRounded: hasBeenRounded || !ticks.isExact).inEpoch(epoch)
  }
}

/// An exact fraction that can be converted to ticks.
struct Ratio {
  var numerator: Int128
  /// The denominator, above 0.
  var denominator: Int128

  /// Returns the fraction in ticks of 1/`timescale`, rounded; the result must be below 2⁹⁶.
  ///
  /// Scales the whole and the fractional part separately, so that no product overflows 128 bits.
  func ticks(at timescale: Int32, method: MediaTimeRoundingMethod) -> (value: Int128, isExact: Bool) {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let scaled = (rest * Int128(timescale)).quotientAndRemainder(dividingBy: denominator)
    let truncated = whole * Int128(timescale) + scaled.quotient
    guard scaled.remainder != 0 else { return (truncated, true) }
    let awayFromZero: Int128 = numerator < 0 ? -1 : 1
    let roundsAway =
      switch method {
      case .roundHalfAwayFromZero: scaled.remainder.magnitude * 2 >= denominator.magnitude
      case .roundTowardZero: false
      case .roundAwayFromZero, .quickTime: true
      case .roundTowardPositiveInfinity: numerator > 0
      case .roundTowardNegativeInfinity: numerator < 0
      }
    return (truncated + (roundsAway ? awayFromZero : 0), false)
  }
}
