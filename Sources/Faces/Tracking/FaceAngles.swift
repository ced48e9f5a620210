/// How a face's roll and yaw are rounded.
public enum FaceAngles: String, Sendable, Hashable, CaseIterable {
  /// As they were measured.
  case continuous
  /// Roll to the nearest 30°, yaw to the nearest 45°, as AVFoundation gives them.
  case rounded

  func roll(_ degrees: Double) -> Double { rounded(degrees, to: 30) }

  func yaw(_ degrees: Double) -> Double { rounded(degrees, to: 45) }

  private func rounded(_ degrees: Double, to step: Double) -> Double {
    self == .rounded ? (degrees / step).rounded() * step : degrees
  }
}
