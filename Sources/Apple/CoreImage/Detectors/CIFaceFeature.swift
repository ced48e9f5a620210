public import CoreVideo
import OpenCaptureMetadata

/// A face that was found.
///
/// Nothing here finds eyes and mouths, or tells who smiles: all of that answers that nobody knows.
public final class CIFaceFeature: CIFeature, @unchecked Sendable {
  /// Whether ``trackingID`` means something: where faces are followed.
  public let hasTrackingID: Bool
  /// The number of the face: the same for as long as it is followed.
  public let trackingID: Int32
  /// Whether ``trackingFrameCount`` means something: where faces are followed.
  public let hasTrackingFrameCount: Bool
  /// In how many pictures the face was seen so far.
  public let trackingFrameCount: Int32
  /// Whether ``faceAngle`` is known.
  public let hasFaceAngle: Bool
  /// How far the head is tilted in the upright picture, in degrees counter-clockwise; 0 where nobody knows.
  public let faceAngle: Float

  /// - Parameters:
  ///   - face: Where it is, in device coordinates.
  ///   - roll: How far it is tilted in the upright picture, in degrees clockwise.
  ///   - frameCount: In how many pictures it was seen; nil where faces aren't followed.
  init(_ face: FaceObject, roll: Double?, frameCount: Int?, in space: DetectionSpace) {
    (hasTrackingID, hasTrackingFrameCount) = (frameCount != nil, frameCount != nil)
    trackingID = frameCount == nil ? 0 : Int32(truncatingIfNeeded: face.faceID)
    trackingFrameCount = Int32(clamping: frameCount ?? 0)
    (hasFaceAngle, faceAngle) = (roll != nil, roll.map { Float(0 - $0) } ?? 0)
    super.init(type: CIFeatureTypeFace, bounds: space.rect(face.box))
  }

  /// No.
  public var hasLeftEyePosition: Bool { false }
  /// The origin.
  public var leftEyePosition: CGPoint { .zero }
  /// No.
  public var hasRightEyePosition: Bool { false }
  /// The origin.
  public var rightEyePosition: CGPoint { .zero }
  /// No.
  public var hasMouthPosition: Bool { false }
  /// The origin.
  public var mouthPosition: CGPoint { .zero }
  /// No.
  public var hasSmile: Bool { false }
  /// No.
  public var leftEyeClosed: Bool { false }
  /// No.
  public var rightEyeClosed: Bool { false }
}
