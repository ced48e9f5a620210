import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// How something that was found is drawn: in coordinates of the picture that is drawn on.
struct Mark {
  /// The outline, from the top left corner of the object's own frame on.
  let outline: Corners
  /// What it covers.
  let bounds: Rect
  let label: String
  let color: OverlayColor
  /// From the middle of a face to where its nose points; nil where that is not known, or towards the camera.
  var gaze: (from: Point, to: Point)?

  /// How an object is drawn that was brought into these coordinates.
  init(_ object: any MetadataObject) {
    switch object {
    case let code as MachineReadableCodeObject:
      outline = code.corners
      // A stranger's text: what turns the direction of writing is shown, not done. More than a line can hold is left out.
      label =
        code.stringValue.map { EscapedText.line(String($0.unicodeScalars.prefix(500))) }
        ?? "\(code.bytes.count) bytes"
      color = .found
    case let face as FaceObject:
      let frame = FaceFrame(face)
      (outline, gaze) = (frame.corners, frame.gaze)
      label = "#\(face.faceID)" + (face.yawAngle.map { FaceFrame.arrow(yaw: $0) } ?? "")
      color = .distinct(face.faceID)
    default:
      outline = Corners(object.bounds)
      label = object.type.rawValue
      color = .found
    }
    bounds = outline.bounds
  }
}

/// The bounds of a face, tilted as the head is.
private struct FaceFrame {
  /// Turns below this are not told from looking into the camera.
  private static let leastYaw = 15.0

  let corners: Corners
  let gaze: (from: Point, to: Point)?

  init(_ face: FaceObject) {
    let (center, roll) = (face.bounds.center, (face.rollAngle ?? 0) * .pi / 180)
    let (width, height) = (face.bounds.width / 2, face.bounds.height / 2)
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + x * cos(roll) - y * sin(roll), y: center.y + x * sin(roll) + y * cos(roll))
    }
    corners = Corners(
      topLeft: place(-width, -height), bottomLeft: place(-width, height), bottomRight: place(width, height),
      topRight: place(width, -height))
    let yaw = face.yawAngle ?? 0
    gaze = abs(yaw) < Self.leastYaw ? nil : (center, place(width * sin(yaw * .pi / 180), 0))
  }

  static func arrow(yaw: Double) -> String {
    abs(yaw) < leastYaw ? "" : yaw > 0 ? " →" : " ←"
  }
}
