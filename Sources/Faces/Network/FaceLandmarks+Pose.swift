import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The angles of a head derived from its landmarks.
extension FaceLandmarks {
  /// The tilt in degrees clockwise: the mean of the angles of the line through the eyes and the axis of the face.
  var roll: Double {
    let axis = Point(x: mouth.x - eyes.x, y: mouth.y - eyes.y)
    let line = atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x) * 180 / .pi
    let upright = atan2(-axis.x, axis.y) * 180 / .pi
    return line + (upright - line).remainder(dividingBy: 360) / 2
  }

  /// The rotation to the side in degrees, positive towards the picture's right.
  ///
  /// The nose moves away from the axis of the face, compared with half the distance of the eyes. The factor was fitted
  /// to the angles of a three-dimensional model; see `Models/README.md`.
  var yaw: Double {
    let axis = Point(x: mouth.x - eyes.x, y: mouth.y - eyes.y)
    let length = max(hypot(axis.x, axis.y), .leastNormalMagnitude)
    // The unit vector across the face, towards the person's left.
    var across = Point(x: axis.y / length, y: -axis.x / length)
    let width = across.x * (leftEye.x - rightEye.x) + across.y * (leftEye.y - rightEye.y)
    if width < 0 { across = Point(x: -across.x, y: -across.y) }
    let offset = across.x * (nose.x - (eyes.x + mouth.x) / 2) + across.y * (nose.y - (eyes.y + mouth.y) / 2)
    return 1.05 * atan2(2 * offset, max(abs(width), 0.05 * length)) * 180 / .pi
  }

  /// The point between the eyes.
  private var eyes: Point { Point(x: (rightEye.x + leftEye.x) / 2, y: (rightEye.y + leftEye.y) / 2) }

  /// The middle of the mouth.
  private var mouth: Point {
    Point(
      x: (rightMouthCorner.x + leftMouthCorner.x) / 2, y: (rightMouthCorner.y + leftMouthCorner.y) / 2)
  }
}
