/// The numbers that a tracker works with, beside those of its parts.
///
/// Where they come from is in `Models/README.md`.
struct TrackingProfile: Sendable, Hashable {
  /// What a place that was never seen plainly needs to count as a face; see ``FaceVerdict/evidence``.
  var leastEvidence = 100.0
}
