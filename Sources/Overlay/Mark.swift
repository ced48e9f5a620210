import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// The drawn form of a metadata object, in coordinates of the picture.
struct Mark {
  /// The outline, starting at the top left corner of the object's own frame.
  let outline: Corners
  /// The bounds of the outline.
  let bounds: Rect
  let label: String
  let color: OverlayColor
  /// A line from the middle of a face towards its nose; nil if unknown or towards the camera.
  var gaze: (from: Point, to: Point)?

  /// Creates the drawn form of an object that is already in coordinates of the picture.
  init(_ object: any MetadataObject) {
    switch object {
    case let code as MachineReadableCodeObject:
      outline = code.cornerPoints
      // The text is untrusted: bidirectional controls are escaped, and the text is truncated.
      label =
        code.stringValue.map { EscapedText.line(String($0.unicodeScalars.prefix(500))) }
        ?? "\(code.bytes.count) bytes"
      color = .outlineColor
    case let face as FaceObject:
      let frame = FaceFrame(face)
      outline = frame.corners
      gaze = frame.gaze
      label = "#\(face.faceID)" + (face.yaw.map { FaceFrame.arrow(yaw: $0) } ?? "")
      color = .distinct(face.faceID)
    default:
      outline = Corners(object.boundingBox)
      label = object.type.rawValue
      color = .outlineColor
    }
    bounds = outline.bounds
  }
}

/// The bounds of a face, tilted with the head.
private struct FaceFrame {
  /// The smallest yaw angle that is drawn, in degrees; smaller angles count as looking into the camera.
  private static let minimumYaw = 15.0

  let corners: Corners
  let gaze: (from: Point, to: Point)?

  init(_ face: FaceObject) {
    let center = face.boundingBox.center
    let roll = (face.roll ?? 0) * .pi / 180
    let width = face.boundingBox.width / 2
    let height = face.boundingBox.height / 2
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + x * cos(roll) - y * sin(roll), y: center.y + x * sin(roll) + y * cos(roll))
    }
    corners = Corners(
      topLeft: place(-width, -height), bottomLeft: place(-width, height), bottomRight: place(width, height),
      topRight: place(width, -height))
    let yaw = face.yaw ?? 0
    gaze = abs(yaw) < Self.minimumYaw ? nil : (center, place(width * sin(yaw * .pi / 180), 0))
  }

  static func arrow(yaw: Double) -> String {
    abs(yaw) < minimumYaw ? "" : yaw > 0 ? " →" : " ←"
  }
}
