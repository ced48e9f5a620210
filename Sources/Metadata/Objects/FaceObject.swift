public import OpenCaptureMediaSamples

/// A face detected in a picture (`AVMetadataFaceObject`).
///
/// An unknown angle is nil; AVFoundation raises an exception when such an angle is read.
public struct FaceObject: MetadataObject, Hashable {
  /// The face's tracking number: constant while the face is tracked, and not reused afterwards.
  public var faceID: Int

  /// The presentation time of the face's picture; `MediaTime.invalid` if unknown.
  public var time: MediaTime

  /// The duration of the face's picture; `MediaTime.invalid` if unknown.
  public var duration: MediaTime

  /// The smallest upright rectangle that contains the face.
  @_disfavoredOverload public var bounds: Rect

  /// The tilt of the head in the plane of the picture, in degrees; nil if unknown.
  ///
  /// 0 means that the top of the head points to the picture's top; positive angles are clockwise. Normalized to
  /// (−180, 180]; infinite angles become nil.
  @_disfavoredOverload public var rollAngle: Double? {
    didSet { rollAngle = Self.normalized(rollAngle) }
  }

  /// The rotation of the head about its own vertical axis, in degrees; nil if unknown.
  ///
  /// 0 means that the face looks into the camera. A positive angle means that an upright face looks to the
  /// picture's right. For a tilted face, "right" refers to the picture after the face is rotated upright. The angle
  /// is therefore a property of the face: rotating the picture does not change it, and mirroring negates it.
  /// Normalized to (−180, 180]; infinite angles become nil.
  @_disfavoredOverload public var yawAngle: Double? {
    didSet { yawAngle = Self.normalized(yawAngle) }
  }

  /// Makes a face.
  ///
  /// - Parameters:
  ///   - faceID: The face's tracking number.
  ///   - bounds: The position in device coordinates.
  ///   - time: The presentation time of the picture. Default: `MediaTime.invalid`.
  ///   - duration: The duration of the picture. Default: `MediaTime.invalid`.
  ///   - rollAngle: Degrees clockwise in the unrotated picture; nil if unknown. Default: nil.
  ///   - yawAngle: Degrees towards the upright picture's right; nil if unknown. Default: nil.
  public init(
    faceID: Int, bounds: Rect, time: MediaTime = .invalid, duration: MediaTime = .invalid,
    rollAngle: Double? = nil, yawAngle: Double? = nil
  ) {
    self.faceID = faceID
    self.bounds = bounds
    self.time = time
    self.duration = duration
    self.rollAngle = Self.normalized(rollAngle)
    self.yawAngle = Self.normalized(yawAngle)
  }

  /// ``MetadataObjectType/face``.
  public var type: MetadataObjectType { .face }

  /// Whether ``rollAngle`` is known.
  public var hasRollAngle: Bool { rollAngle != nil }

  /// Whether ``yawAngle`` is known.
  public var hasYawAngle: Bool { yawAngle != nil }

  /// Returns the face in other coordinates: moves the bounds, rotates and mirrors the roll, mirrors the yaw.
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
    // Adding 0 turns −0 into 0; −0 would print as a different angle.
    return rest == -180 ? 180 : rest + 0
  }
}

extension FaceObject {
  /// The same as ``rollAngle`` and ``yawAngle``, under a name without ambiguity between modules.
  package var angles: (roll: Double?, yaw: Double?) { (rollAngle, yawAngle) }
}
