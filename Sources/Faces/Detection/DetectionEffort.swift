/// The effort of a detector to find difficult faces.
///
/// Costs are relative to the default. `Models/README.md` describes how they and the detection rates were measured.
public enum DetectionEffort: String, Sendable, Hashable, CaseIterable {
  /// Every second size and about upright faces, without their roll.
  ///
  /// Takes half the time and misses one or two more faces of a hundred.
  case fast
  /// All sizes, with heads tilted by up to 30°.
  case balanced
  /// All sizes, with heads tilted by up to 60°, and profiles.
  ///
  /// Takes about five times as long and has a few more false detections.
  case thorough
}

/// The parameters of a detector, tuned on labelled photographs and videos; see `Models/README.md`.
struct DetectionProfile: Sendable, Hashable {
  /// The ratio between the face sizes of consecutive scans.
  var step: Double
  /// The rotations at which the whole picture is scanned, in degrees.
  var scanRolls: [Double] = [0]
  /// The rotations at which a candidate is verified, in degrees relative to its scan.
  var verificationRolls: [Double] = [-15, 0, 15]
  /// The minimum evidence of a face; see ``FaceVerification/evidence``.
  var minimumEvidence: Double
  /// Whether the whole picture is scanned for profiles, too.
  var findsProfiles = false
  /// The minimum number of profile cascade windows for a candidate.
  var minimumProfileWindows = 3
  /// The minimum number of profile cascade windows for a face without frontal windows.
  var minimumProfileVotes = 14

  static func of(_ effort: DetectionEffort) -> Self {
    switch effort {
    case .fast: Self(step: 1.2, verificationRolls: [0], minimumEvidence: 110)
    case .balanced: Self(step: 1.1, minimumEvidence: 215)
    case .thorough: Self(step: 1.1, scanRolls: [0, -30, 30], minimumEvidence: 215, findsProfiles: true)
    }
  }
}
