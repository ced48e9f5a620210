extension MediaTime: Comparable, Hashable {
  /// Whether both stand for the same instant, of the same epoch, whatever their timescales are.
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
