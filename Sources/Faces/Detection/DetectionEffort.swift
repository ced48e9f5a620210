/// How much a detector does to find faces that are hard to find.
///
/// What it costs was measured on photographs of faces, on one core: as a share of OpenCV's
/// `detectMultiScale(1.1, 3)` with the first cascade over the same whole picture, which finds 97 of 100 faces, and as
/// many as 8 things besides that are none.
public enum DetectionEffort: String, Sendable, Hashable, CaseIterable {
  /// Every second size, and faces that are about upright: for pictures that are looked at by the dozen.
  case fast
  /// All sizes; heads tilted by up to 30°.
  case balanced
  /// Smaller steps from size to size, heads tilted by up to 60°, and profiles.
  case thorough
}
