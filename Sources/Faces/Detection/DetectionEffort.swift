/// How much a detector does to find faces that are hard to find.
///
/// What it costs is given as a share of the default; `Models/README.md` says what it was measured on, and what is found.
public enum DetectionEffort: String, Sendable, Hashable, CaseIterable {
  /// Every second size, and faces that are about upright, whose roll isn't told: half the time, and one or two of a
  /// hundred faces fewer.
  case fast
  /// All sizes; heads tilted by up to 30°.
  case balanced
  /// Heads tilted by up to 60°, and profiles: some five times the time, and a few more things that are no faces.
  case thorough
}
