public import OpenCaptureMediaSamples

/// A face that was found in a picture (`AVMetadataFaceObject`).
///
/// Where AVFoundation raises an exception when an angle is read that isn't there, the angle is nil here.
public struct FaceObject: MetadataObject, Hashable {
  /// The number of the face: the same for as long as it is followed, not used again after that.
  public var faceID: Int

  /// When it was seen: the presentation time of its picture; `MediaTime.invalid` where that has none.
  public var time: MediaTime

  /// How long its picture lasts; `MediaTime.invalid` where nobody knows.
  public var duration: MediaTime

  /// The smallest upright rectangle that holds the face.
  @_disfavoredOverload public var bounds: Rect

  /// How far the head is tilted in the plane of the picture, in degrees; nil where nobody knows.
  ///
  /// 0 where the top of the head points to the picture's top, above 0 clockwise; kept in (−180, 180], and nil
  /// for what is not finite.
  @_disfavoredOverload public var rollAngle: Double? {
    didSet { rollAngle = Self.normalized(rollAngle) }
  }

  /// How far the head is turned about its own vertical axis, in degrees; nil where nobody knows.
  ///
  /// 0 where it looks into the camera; above 0 where an upright face looks towards the picture's right, a
  /// tilted one towards what were its right if the picture were turned until the face is upright. So it
  /// belongs to the face: turning the picture leaves it alone, mirroring negates it. Kept in (−180, 180], and
  /// nil for what is not finite.
  @_disfavoredOverload public var yawAngle: Double? {
    didSet { yawAngle = Self.normalized(yawAngle) }
  }

  /// Makes a face.
  ///
  /// - Parameters:
  ///   - faceID: The number of the face.
  ///   - bounds: Where it is, in device coordinates.
  ///   - time: When it was seen; default `MediaTime.invalid`.
  ///   - duration: How long its picture lasts; default `MediaTime.invalid`.
  ///   - rollAngle: Degrees clockwise in the unrotated picture; nil (the default) where nobody knows.
  ///   - yawAngle: Degrees towards the upright picture's right; nil (the default) where nobody knows.
  public init(
    faceID: Int, bounds: Rect, time: MediaTime = .invalid, duration: MediaTime = .invalid,
    rollAngle: Double? = nil, yawAngle: Double? = nil
  ) {
    (self.faceID, self.bounds, self.time, self.duration) = (faceID, bounds, time, duration)
    (self.rollAngle, self.yawAngle) = (Self.normalized(rollAngle), Self.normalized(yawAngle))
  }

  /// ``MetadataObjectType/face``.
  public var type: MetadataObjectType { .face }

  /// Whether ``rollAngle`` is known.
  public var hasRollAngle: Bool { rollAngle != nil }

  /// Whether ``yawAngle`` is known.
  public var hasYawAngle: Bool { yawAngle != nil }

  /// The same face in other coordinates: the bounds move, roll turns and is mirrored, yaw is mirrored.
  public func transformed(by transform: PictureTransform) -> Self {
    var copy = self
    copy.bounds = transform.apply(bounds)
    copy.rollAngle = rollAngle.map(transform.apply(clockwiseAngle:))
    copy.yawAngle = yawAngle.map { transform.orientation.isMirrored ? -$0 : $0 }
    return copy
  }

  private static func normalized(_ degrees: Double?) -> Double? {
    guard let degrees, degrees.isFinite else { return nil }
    let rest = degrees.remainder(dividingBy: 360)
    // Adding 0 makes 0 of −0, which would print as an angle of its own.
    return rest == -180 ? 180 : rest + 0
  }
}

extension FaceObject {
  /// ``rollAngle`` and ``yawAngle``, for modules that have other properties of these names.
  package var angles: (roll: Double?, yaw: Double?) { (rollAngle, yawAngle) }
}
