public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A rule for adding the detections of a detached processor to later frames.
///
/// Objects keep the time of the image that they were detected in, which shows their age.
public enum MetadataJoin: Sendable, Hashable {
  /// Every frame receives the newest detections, unless they are older than the given presentation time difference.
  case everyFrame(maximumAge: MediaTime)
  /// Detections are added to one frame only, the first that follows.
  case once

  /// The rule that adds detections to every frame for half a second.
  ///
  /// Detectors take less time than that, and a box around a vanished object is not yet distracting.
  public static let recent = everyFrame(maximumAge: MediaTime(value: 1, timescale: 2))
}

/// The newest detections of a detached processor, which wait for frames to join.
struct MetadataJoiner {
  private let policy: MetadataJoin
  private var detections: (time: MediaTime, objects: [any MetadataObject])?

  init(_ policy: MetadataJoin) { self.policy = policy }

  /// Stores the detections in the image of the given time, in place of earlier ones.
  mutating func store(_ objects: [any MetadataObject], seenAt time: MediaTime) {
    // With `once`, detections that no frame has received yet are kept.
    let kept = policy == .once ? detections?.objects ?? [] : []
    detections = (time, kept + objects)
  }

  /// Returns the detections for the frame of the given time, except those of a later image, as after a jump back.
  mutating func objects(joining time: MediaTime) -> [any MetadataObject] {
    guard let detections else { return [] }
    let age = time - detections.time
    switch policy {
    case .everyFrame(let maximumAge):
      // A frame without a time receives the detections, whatever their age.
      return !age.isNumeric || (age >= .zero && age <= maximumAge) ? detections.objects : []
    case .once:
      guard !age.isNumeric || age >= .zero else { return [] }
      self.detections = nil
      return detections.objects
    }
  }
}
