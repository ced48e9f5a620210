/// How far a head is turned, from how many windows of cascades for profiles and frontal faces pass.
enum YawEstimate {
  /// Degrees, above 0 towards the picture's right; nil where too few windows pass to tell.
  ///
  /// Where the profile cascade has as many windows as the frontal ones, the face is halfway between both: at 45°.
  static func yaw(left: Double, right: Double, frontal: Double) -> Double? {
    let total = left + right + frontal
    guard total >= leastVotes else { return nil }
    return (right - left) / total * 90
  }

  private static let leastVotes = 3.0
}
