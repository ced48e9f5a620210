/// What looking closely at one place came to.
struct FaceVerdict: Sendable, Hashable {
  /// How sure it is that there is a face that looks into the camera, from 0 on; see ``FaceVerifier``.
  var evidence: Double
  /// Where the face is exactly.
  var box: FaceBox
  /// How far the head is tilted, in degrees; nil where it was looked at in one tilt only.
  var roll: Double?
  /// Windows of the profile cascade: of a face that looks to the left, and to the right.
  var leftVotes = 0
  var rightVotes = 0
  /// Windows of the frontal cascades, the mean of both, plain and mirrored.
  var frontalVotes = 0.0

  /// How far the head is turned, in degrees; nil where there are too few windows to tell.
  var yaw: Double? { YawEstimate.yaw(left: Double(leftVotes), right: Double(rightVotes), frontal: frontalVotes) }
}
