public import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// How what a detached processor found joins the frames that went on meanwhile.
///
/// Objects keep the time of the picture that they were seen in, so their age can be seen.
public enum MetadataJoin: Sendable, Hashable {
  /// Every frame gets the newest finds, as long as they are no older than this in presentation time.
  case everyFrame(maximumAge: MediaTime)
  /// Finds go to one frame, the first that comes after them.
  case once

  /// Every frame for half a second: longer than a detector takes, shorter than people look at a box on nothing.
  public static let recent = everyFrame(maximumAge: MediaTime(value: 1, timescale: 2))
}

/// The newest finds of a detached processor, waiting for frames to join.
struct MetadataJoiner {
  private let policy: MetadataJoin
  private var finds: (time: MediaTime, objects: [any MetadataObject])?

  init(_ policy: MetadataJoin) { self.policy = policy }

  /// Takes what was found in the picture of this time, in place of what was found before.
  mutating func store(_ objects: [any MetadataObject], seenAt time: MediaTime) {
    // What has still to go to one frame isn't lost to what was found meanwhile.
    let kept = policy == .once ? finds?.objects ?? [] : []
    finds = (time, kept + objects)
  }

  /// What joins the frame of this time: nothing from a later picture, as after a jump back.
  mutating func objects(joining time: MediaTime) -> [any MetadataObject] {
    guard let finds else { return [] }
    let age = time - finds.time
    switch policy {
    case .everyFrame(let maximumAge):
      // A picture without a time is not older than anything.
      return !age.isNumeric || (age >= .zero && age <= maximumAge) ? finds.objects : []
    case .once:
      guard !age.isNumeric || age >= .zero else { return [] }
      self.finds = nil
      return finds.objects
    }
  }
}
