extension MediaTime: AdditiveArithmetic {
  /// Adds two times; exact over the least common multiple of their timescales if that fits.
  ///
  /// An indefinite operand makes the result indefinite, an infinite one infinite, and an invalid one invalid, in
  /// increasing order of precedence. +∞ + −∞ is invalid. The sum of a time of an epoch and a duration, which has epoch
  /// 0, has that epoch. The sum of two times of one epoch is a duration, and of different epochs invalid (`CMTimeAdd`).
  public static func + (left: Self, right: Self) -> Self {
    guard left.kind == .numeric, right.kind == .numeric else { return left.absorbing(right) }
    return sum(left, right, times: 1)
  }

  /// Subtracts a time, by the rules of addition.
  public static func - (left: Self, right: Self) -> Self {
    guard left.kind == .numeric, right.kind == .numeric else { return left.absorbing(-right) }
    // Negating `right` first would overflow for the least integer.
    return sum(left, right, times: -1)
  }

  /// Returns a number plus a multiple of another one.
  private static func sum(_ left: Self, _ right: Self, times factor: Int128) -> Self {
    guard let epoch = left.epoch(with: right) else { return .invalid }
    let a = Int128(left.timescale)
    let b = Int128(right.timescale)
    let common = a / greatestCommonDivisor(a, b) * b
    let sum = Int128(left.value) * (common / a) + factor * Int128(right.value) * (common / b)
    return Self(sum, over: common, wasRounded: left.hasBeenRounded || right.hasBeenRounded).inEpoch(epoch)
  }

  /// The epoch of a sum or difference; nil if it is unknown because the lengths of epochs are unknown.
  private func epoch(with other: Self) -> Int64? {
    if epoch == other.epoch { return 0 }
    if epoch == 0 { return other.epoch }
    return other.epoch == 0 ? epoch : nil
  }

  /// Returns the time with the opposite sign.
  public static prefix func - (time: Self) -> Self {
    switch time.kind {
    case .numeric:
      Self(-Int128(time.value), over: Int128(time.timescale), wasRounded: time.hasBeenRounded).inEpoch(time.epoch)
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    case .indefinite, .invalid: time
    }
  }

  /// Multiplies by an integer.
  public static func * (time: Self, multiplier: Int) -> Self {
    time.multiplied(by: Int64(multiplier), over: 1)
  }

  /// Multiplies by the fraction `multiplier` / `divisor`, exactly if the result fits; invalid if the divisor is 0.
  public func multiplied(by multiplier: Int64, over divisor: Int64) -> Self {
    guard divisor != 0 else { return .invalid }
    let isNegative = (multiplier < 0) != (divisor < 0)
    switch kind {
    case .numeric: break
    case .indefinite, .invalid: return self
    case .positiveInfinity, .negativeInfinity:
      return multiplier == 0 ? .invalid : isNegative ? -self : self
    }
    let sign: Int128 = isNegative ? -1 : 1
    let numerator = Int128(value) * Int128(multiplier.magnitude) * sign
    let denominator = Int128(timescale) * Int128(divisor.magnitude)
    if numerator % Int128(divisor.magnitude) == 0 {
      let whole = numerator / Int128(divisor.magnitude)
      return Self(whole, over: Int128(timescale), wasRounded: hasBeenRounded).inEpoch(epoch)
    }
    return Self(numerator, over: denominator, wasRounded: hasBeenRounded).inEpoch(epoch)
  }

  /// Multiplies by a floating-point factor; rounds the product once, to nearest, at this timescale.
  ///
  /// A NaN factor gives ``invalid``.
  public static func * (time: Self, factor: Double) -> Self {
    time.multiplied(by: factor).inEpoch(time.epoch)
  }

  private func multiplied(by factor: Double) -> Self {
    guard kind != .indefinite, kind != .invalid else { return self }
    guard kind == .numeric, factor.isFinite else { return Self(seconds: seconds * factor, preferredTimescale: 1) }
    // The factor is exactly `digits` · 2^`exponent`, with 53 bits of digits.
    let digits = Int128(factor.significand * 0x1p52) * (factor < 0 ? -1 : 1)
    let product = Int128(value) * digits
    // The exponent of zero does not fit an integer.
    if product == 0 { return Self(0, timescale, hasBeenRounded: hasBeenRounded) }
    let exponent = Int(factor.exponent) - 52
    if exponent > 10 { return Self(seconds: seconds * factor, preferredTimescale: timescale) }
    if exponent >= 0 {
      return Self(product << Int128(exponent), over: Int128(timescale), wasRounded: hasBeenRounded)
    }
    let divisor = Int128(1) << Int128(min(-exponent, 125))
    let ratio = Ratio(numerator: product, denominator: divisor)
    let (ticks, isExact) = ratio.ticks(at: 1, method: .roundHalfAwayFromZero)
    return Self(ticks, over: Int128(timescale), wasRounded: hasBeenRounded || !isExact)
  }

  /// Multiplies by a floating-point factor, exactly if possible, otherwise in the finest timescale that fits
  /// (`CMTimeMultiplyByFloat64`).
  package func product(_ factor: Double) -> Self {
    guard isNumeric, value != 0, factor.isFinite, factor != 0 else { return self * factor }
    // The factor is exactly digits · 2^exponent; trailing zeros are removed from the digits.
    let digits = Int64(factor.significand * 0x1p52)
    let zeros = digits.trailingZeroBitCount
    let exponent = Int(factor.exponent) - 52 + zeros
    // Fractions must stay below 2⁹⁶. Very small factors lose digits that no timescale could represent.
    let excess = max(0, -exponent - 64)
    guard exponent <= 0, excess < 52 else { return self * factor }
    let kept = digits >> (zeros + excess)
    let numerator = Int128(value) * Int128(kept) * (factor < 0 ? -1 : 1)
    let isExact = kept << (zeros + excess) == digits
    return Self(
      numerator, over: Int128(timescale) << Int128(-exponent - excess), wasRounded: hasBeenRounded || !isExact
    ).inEpoch(epoch)
  }

  /// The time without its sign.
  public var magnitude: Self { isNegativeInfinity || (isNumeric && value < 0) ? -self : self }

  private func absorbing(_ other: Self) -> Self {
    if kind == .invalid || other.kind == .invalid { return .invalid }
    if isInfinite, other.isInfinite { return kind == other.kind ? self : .invalid }
    if isInfinite { return self }
    return other.isInfinite ? other : .indefinite
  }

  private var isInfinite: Bool { kind == .positiveInfinity || kind == .negativeInfinity }
}

extension MediaTime {
  /// Returns the same time in another epoch; other values than numbers have no epoch.
  func inEpoch(_ epoch: Int64) -> Self {
    guard isNumeric else { return self }
    var time = self
    time.epoch = epoch
    return time
  }

  /// Makes the nearest time to `numerator` / `denominator` (above 0), exact if 64 bits over 31 can represent it.
  init(_ numerator: Int128, over denominator: Int128, wasRounded: Bool) {
    if let value = Int64(exactly: numerator), let timescale = Int32(exactly: denominator) {
      self.init(value, timescale, hasBeenRounded: wasRounded)
      return
    }
    let divisor = greatestCommonDivisor(numerator, denominator)
    let reduced = numerator / divisor
    let scale = denominator / divisor
    if let value = Int64(exactly: reduced), let timescale = Int32(exactly: scale) {
      self.init(value, timescale, hasBeenRounded: wasRounded)
    } else {
      self.init(rounding: reduced, over: scale)
    }
  }

  private init(rounding numerator: Int128, over denominator: Int128) {
    let wholeSeconds = numerator.magnitude / denominator.magnitude
    let room = UInt128(Int64.max) / (wholeSeconds + 1)
    guard room > 0 else {
      self = numerator < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let timescale = Int32(min(room, UInt128(Int32.max)))
    let ratio = Ratio(numerator: numerator, denominator: denominator)
    let rounded = ratio.ticks(at: timescale, method: .roundHalfAwayFromZero)
    self.init(Int64(rounded.value), timescale, hasBeenRounded: true)
  }
}

/// Returns the greatest common divisor of two integers, above 0; 1 if both are 0.
func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
  var large = a.magnitude
  var small = b.magnitude
  while small != 0 { (large, small) = (small, large % small) }
  return max(1, Int128(large))
}
