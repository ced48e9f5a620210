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
  public var boundingBox: Rect

  /// The tilt of the head in the plane of the picture, in degrees; nil if unknown.
  ///
  /// 0 means that the top of the head points to the picture's top; positive angles are clockwise. Normalized to
  /// (−180, 180]; infinite angles become nil.
  public var roll: Double? {
    didSet { roll = Self.normalized(roll) }
  }

  /// The rotation of the head about its own vertical axis, in degrees; nil if unknown.
  ///
  /// 0 means that the face looks into the camera. A positive angle means that an upright face looks to the
  /// picture's right. For a tilted face, "right" refers to the picture after the face is rotated upright. The angle
  /// is therefore a property of the face: rotating the picture does not change it, and mirroring negates it.
  /// Normalized to (−180, 180]; infinite angles become nil.
  public var yaw: Double? {
    didSet { yaw = Self.normalized(yaw) }
  }

  /// The positions of eyes, nose and mouth; nil if unknown.
  ///
  /// They are in the coordinates of ``boundingBox``.
  public var landmarks: FaceLandmarks?

  /// Makes a face.
  ///
  /// - Parameters:
  ///   - faceID: The face's tracking number.
  ///   - boundingBox: The position in device coordinates.
  ///   - time: The presentation time of the picture. Default: `MediaTime.invalid`.
  ///   - duration: The duration of the picture. Default: `MediaTime.invalid`.
  ///   - roll: Degrees clockwise in the unrotated picture; nil if unknown. Default: nil.
  ///   - yaw: Degrees towards the upright picture's right; nil if unknown. Default: nil.
  ///   - landmarks: The positions of eyes, nose and mouth; nil if unknown. Default: nil.
  public init(
    faceID: Int, boundingBox: Rect, time: MediaTime = .invalid, duration: MediaTime = .invalid,
    roll: Double? = nil, yaw: Double? = nil, landmarks: FaceLandmarks? = nil
  ) {
    self.faceID = faceID
    self.boundingBox = boundingBox
    self.time = time
    self.duration = duration
    self.roll = Self.normalized(roll)
    self.yaw = Self.normalized(yaw)
    self.landmarks = landmarks
  }

  /// ``MetadataObjectType/face``.
  public var type: MetadataObjectType { .face }

  /// Whether ``roll`` is known.
  public var hasRollAngle: Bool { roll != nil }

  /// Whether ``yaw`` is known.
  public var hasYawAngle: Bool { yaw != nil }

  /// Returns the face in other coordinates: moves the bounds and landmarks, rotates and mirrors the roll, mirrors the yaw.
  public func transformed(by transform: PictureTransform) -> Self {
    var copy = self
    copy.boundingBox = transform.apply(boundingBox)
    copy.landmarks = landmarks?.mapped(transform.apply)
    copy.roll = roll.map(transform.apply(clockwiseAngle:))
    copy.yaw = yaw.map { transform.orientation.isMirrored ? -$0 : $0 }
    return copy
  }

  private static func normalized(_ degrees: Double?) -> Double? {
    guard let degrees, degrees.isFinite else { return nil }
    let rest = degrees.remainder(dividingBy: 360)
    // Adding 0 turns −0 into 0; −0 would print as a different angle.
    return rest == -180 ? 180 : rest + 0
  }
}
