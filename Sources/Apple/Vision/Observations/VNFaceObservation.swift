public import CoreMedia
import OpenCaptureMetadata

/// A face that was found.
public final class VNFaceObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// How far the head is tilted in the upright picture, in radians counter-clockwise; nil where nobody knows.
  public let roll: NSNumber?

  /// How far the head is turned about its own vertical axis, in radians; above 0 where an upright face looks towards the
  /// picture's right; nil where nobody knows.
  public let yaw: NSNumber?

  /// How far the head nods: nobody here knows.
  public var pitch: NSNumber? { nil }

  /// How good a picture of the face it is: nobody here knows.
  public var faceCaptureQuality: Float? { nil }

  init(_ face: FaceObject, in space: RequestSpace) {
    let angles = space.upright(face).angles
    roll = angles.roll.map { NSNumber(value: (0 - $0) * .pi / 180) }
    yaw = angles.yaw.map { NSNumber(value: $0 * .pi / 180) }
    super.init(boundingBox: space.rect(face.box))
  }
}
