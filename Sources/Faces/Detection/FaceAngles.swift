/// The rounding of a face's roll and yaw.
public enum FaceAngles: String, Sendable, Hashable, CaseIterable {
  /// No rounding.
  case continuous
  /// Roll to the nearest 30° and yaw to the nearest 45°, as in AVFoundation.
  case rounded

  func roll(_ degrees: Double) -> Double { rounded(degrees, to: 30) }

  func yaw(_ degrees: Double) -> Double { rounded(degrees, to: 45) }

  private func rounded(_ degrees: Double, to step: Double) -> Double {
    self == .rounded ? (degrees / step).rounded() * step : degrees
  }
}

/// An estimate of a head's tilt from the window counts at several rotations.
enum RollEstimate {
  /// Returns the mean of rotations weighted by window counts, which are symmetric around the true tilt, if any.
  static func centroid(_ looks: [(roll: Double, weight: Double)]) -> Double? {
    let total = looks.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    return looks.reduce(0) { $0 + $1.roll * $1.weight } / total
  }
}

/// An estimate of a head's yaw from the window counts of profile and frontal cascades.
enum YawEstimate {
  /// Returns degrees, positive towards the picture's right, or nil if too few windows were found.
  ///
  /// A profile has windows of its own side only. Frontal windows weigh more, because the profile cascade also finds
  /// some on a frontal face. The parameters were fitted to videos; see `Models/README.md`.
  static func yaw(left: Double, right: Double, frontal: Double) -> Double? {
    guard left + right + frontal >= 1 else { return nil }
    return (right - left) / (right + left + 3 * frontal + 1) * 70
  }
}
