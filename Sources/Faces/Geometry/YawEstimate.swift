/// How far a head is turned, from how many windows of cascades for profiles and for frontal faces pass.
enum YawEstimate {
  /// Degrees, above 0 towards the picture's right; nil where too few windows pass to tell.
  ///
  /// A profile has windows of its side only. Frontal windows weigh more, because the profile cascade has some on a face
  /// that looks into the camera, too. The numbers were fitted to videos; see `Models/README.md`.
  static func yaw(left: Double, right: Double, frontal: Double) -> Double? {
    guard left + right + frontal >= 1 else { return nil }
    return (right - left) / (right + left + 3 * frontal + 1) * 70
  }
}
