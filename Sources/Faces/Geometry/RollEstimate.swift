/// How far a head is tilted, from how much cascades find at several tilts.
enum RollEstimate {
  /// The weighted mean of tilts in degrees; nil where nothing weighs.
  ///
  /// As many windows pass at equal distances on both sides of the true tilt.
  static func centroid(_ looks: [(roll: Double, weight: Double)]) -> Double? {
    let total = looks.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    return looks.reduce(0) { $0 + $1.roll * $1.weight } / total
  }
}
