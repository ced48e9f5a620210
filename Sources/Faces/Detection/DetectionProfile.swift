/// The numbers that a detector works with.
///
/// Where they come from is in `Models/README.md`: they were set on photographs and videos that others labelled.
struct DetectionProfile: Sendable, Hashable {
  /// How many times as large the faces of each scan are as those of the one before.
  var step: Double
  /// The tilts at which the whole picture is looked at, in degrees.
  var scanRolls: [Double] = [0]
  /// The tilts at which a place is looked at again, against that of the scan, in degrees.
  var verdictRolls: [Double] = [-15, 0, 15]
  /// What a place needs to count as a face; see ``FaceVerdict/evidence``.
  var leastEvidence: Double
  /// Whether the whole picture is looked at for profiles, too.
  var findsProfiles = false
  /// How many windows of the profile cascade a place needs to be looked at again.
  var leastProfileWindows = 3
  /// How many windows of the profile cascade make a place a face where no frontal ones do.
  var leastProfileVotes = 14

  static func of(_ effort: DetectionEffort) -> Self {
    switch effort {
    case .fast: Self(step: 1.2, verdictRolls: [0], leastEvidence: 110)
    case .balanced: Self(step: 1.1, leastEvidence: 215)
    case .thorough: Self(step: 1.1, scanRolls: [0, -30, 30], leastEvidence: 215, findsProfiles: true)
    }
  }
}
