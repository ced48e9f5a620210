public import OpenCaptureMediaSamples

/// The positions of the eyes, nose and mouth of a face.
///
/// Sides are those of the person. In a picture that is not mirrored, an upright face has its right eye on the left.
public struct FaceLandmarks: Sendable, Hashable {
  /// The center of the person's right eye.
  public var rightEye: Point
  /// The center of the person's left eye.
  public var leftEye: Point
  /// The tip of the nose.
  public var nose: Point
  /// The right corner of the person's mouth.
  public var rightMouthCorner: Point
  /// The left corner of the person's mouth.
  public var leftMouthCorner: Point

  /// Creates landmarks.
  public init(rightEye: Point, leftEye: Point, nose: Point, rightMouthCorner: Point, leftMouthCorner: Point) {
    self.rightEye = rightEye
    self.leftEye = leftEye
    self.nose = nose
    self.rightMouthCorner = rightMouthCorner
    self.leftMouthCorner = leftMouthCorner
  }

  /// All positions: right eye, left eye, nose, and the right and left corner of the mouth.
  public var points: [Point] { [rightEye, leftEye, nose, rightMouthCorner, leftMouthCorner] }

  /// Returns the landmarks with every position changed by `transform`.
  public func mapped(_ transform: (Point) -> Point) -> Self {
    Self(
      rightEye: transform(rightEye), leftEye: transform(leftEye), nose: transform(nose),
      rightMouthCorner: transform(rightMouthCorner), leftMouthCorner: transform(leftMouthCorner))
  }
}
