import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// The drawn form of a metadata object, in coordinates of the picture.
struct Mark {
  /// The outline, starting at the top left corner of the object's own frame.
  let outline: Corners
  let label: String
  let color: OverlayColor
  /// A line from the middle of a face towards its nose; nil if unknown or towards the camera.
  var gaze: (from: Point, to: Point)?

  /// The landmarks of a face.
  var points: [Point] = []

  var bounds: Rect { outline.bounds }
}

extension Mark {
  /// The smallest yaw angle that is drawn, in degrees; smaller angles count as looking into the camera.
  private static let minimumYaw = 15.0

  /// Creates the drawn form of an object that is already in coordinates of the picture.
  init(_ object: any MetadataObject) {
    switch object {
    case let code as MachineReadableCodeObject:
      // The text is untrusted: bidirectional controls are escaped, and the text is truncated.
      let text = code.stringValue.map { EscapedText.line(String($0.unicodeScalars.prefix(500))) }
      self.init(outline: code.cornerPoints, label: text ?? "\(code.bytes.count) bytes", color: .outlineColor)
    case let face as FaceObject: self.init(face: face)
    default: self.init(outline: Corners(object.boundingBox), label: object.type.name, color: .outlineColor)
    }
  }

  /// Creates the bounds of a face, tilted with the head.
  private init(face: FaceObject) {
    let center = face.boundingBox.center
    let roll = (face.roll ?? 0) * .pi / 180
    let width = face.boundingBox.width / 2
    let height = face.boundingBox.height / 2
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + x * cos(roll) - y * sin(roll), y: center.y + x * sin(roll) + y * cos(roll))
    }
    let yaw = face.yaw ?? 0
    let isTurned = abs(yaw) >= Self.minimumYaw
    let arrow = yaw > 0 ? " →" : " ←"
    self.init(
      outline: Corners(
        topLeft: place(-width, -height), bottomLeft: place(-width, height), bottomRight: place(width, height),
        topRight: place(width, -height)),
      label: "#\(face.faceID)" + (isTurned ? arrow : ""), color: .distinct(face.faceID),
      gaze: isTurned ? (center, place(width * sin(yaw * .pi / 180), 0)) : nil,
      points: face.landmarks?.points ?? [])
  }
}
