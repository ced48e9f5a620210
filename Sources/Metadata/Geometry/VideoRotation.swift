/// By how much a picture is turned clockwise: a whole number of quarter turns
/// (`AVCaptureConnection.videoRotationAngle`).
public enum VideoRotation: Int, Sendable, Hashable, CaseIterable {
  /// Not turned.
  case degrees0 = 0
  /// A quarter turn clockwise.
  case degrees90 = 90
  /// Upside down.
  case degrees180 = 180
  /// A quarter turn counter-clockwise.
  case degrees270 = 270

  /// Makes the rotation by a number of quarter turns clockwise; any integer, four are none.
  public init(quarterTurns: Int) {
    self = [.degrees0, .degrees90, .degrees180, .degrees270][quarterTurns & 3]
  }

  /// How many quarter turns clockwise, 0 to 3.
  public var quarterTurns: Int { rawValue / 90 }
}
